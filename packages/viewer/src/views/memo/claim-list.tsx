import type { VNode } from "preact";
import type { Claim, Round } from "rostrum";
import { describeClaim, describeSides, escapeInvisible } from "rostrum/page";
import { MarkdownLine, renderLine } from "../../markdown/markdown.tsx";
import { QuoteLine } from "../quote-line.tsx";

interface ClaimListProps {
  id: string;
  claims: readonly Claim[];
  unaddressed: readonly string[];
  rounds: readonly Round[];
}

/** Every claim with those who hold it, by their own words. A quote leads to its place. */
export function ClaimList({ id, claims, unaddressed, rounds }: ClaimListProps): VNode {
  return (
    <section class="claims" aria-labelledby="claims-title">
      <h2 id="claims-title">Claims</h2>
      {claims.length === 0 && <p class="dim">No claim is borne out by the words of a debater.</p>}
      <ol>
        {claims.map((claim) => (
          <li class={`claim claim-${claim.kind}`}>
            <p class="claim-head">
              <span class="claim-kind">{describeClaim(claim, { rounds: [...rounds] })}</span>{" "}
              <span class="dim">{escapeInvisible(describeSides(claim))}</span>
            </p>
            <MarkdownLine text={claim.text} class="claim-text" />
            <ul>
              {claim.quotes.map((quote) => (
                <QuoteLine id={id} quote={quote} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {unaddressed.length > 0 && (
        <>
          <h3>Nobody addressed</h3>
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
