import type { VNode } from "preact";
import type { Citation, Claim, Round } from "@rostrum/core/protocol";
import { describeClaim } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { MarkdownLine, renderLine } from "../../markdown/markdown.tsx";
import { QuoteLine } from "../quote-line.tsx";

interface ClaimListProps {
  id: string;
  claims: readonly Claim[];
  unaddressed: readonly string[];
  rounds: readonly Round[];
}

/** Quotes of one side of a claim. */
function findQuotes({ quotes, opponents }: Claim, against: boolean): Citation[] {
  return quotes.filter(({ debater = "" }) => opponents.includes(debater) === against);
}

interface SideProps {
  id: string;
  name: "For" | "Against";
  names: readonly string[];
  quotes: readonly Citation[];
}

/** Quotes for a claim or against it. */
function Side({ id, name, names, quotes }: SideProps): VNode | null {
  if (names.length === 0 && quotes.length === 0) return null;
  return (
    <section class={name === "For" ? "side-for" : "side-against"}>
      <h3>
        {name}: <span class="dim">{names.map(escapeInvisible).join(", ") || "nobody"}</span>
      </h3>
      <ul>
        {quotes.map((quote) => (
          <QuoteLine id={id} quote={quote} />
        ))}
      </ul>
    </section>
  );
}

/** Claims with quotes of the members who hold them. A quote links to its place. */
export function ClaimList({ id, claims, unaddressed, rounds }: ClaimListProps): VNode {
  return (
    <section class="claims" aria-labelledby="claims-title">
      <h2 id="claims-title">Claims</h2>
      {claims.length === 0 && <p class="dim">No claim is supported by a quote from a debater.</p>}
      <ol>
        {claims.map((claim) => (
          <li class={`claim claim-${claim.kind}`}>
            <p class="claim-kind">{describeClaim(claim, { rounds: [...rounds] })}</p>
            <MarkdownLine text={claim.text} class="claim-text" />
            <div class="claim-sides">
              <Side id={id} name="For" names={claim.holders} quotes={findQuotes(claim, false)} />
              <Side
                id={id}
                name="Against"
                names={claim.opponents}
                quotes={findQuotes(claim, true)}
              />
            </div>
          </li>
        ))}
      </ol>
      {unaddressed.length > 0 && (
        <>
          <h3>Not addressed by anyone</h3>
          <ul class="unaddressed">
            {unaddressed.map((text) => (
              <li>
                <span class="said">{renderLine(text)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
