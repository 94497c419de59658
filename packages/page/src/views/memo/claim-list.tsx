import type { VNode } from "preact";
import type { Citation, Claim } from "@rostrum/core/protocol";
import { describeClaim, formatCount } from "@rostrum/core/export";
import { MarkdownLine, renderLine } from "../../markdown/markdown.tsx";
import { Avatars } from "../../parts/avatar.tsx";
import { Icon } from "../../parts/icon.tsx";
import { usePrinting } from "../../parts/use-printing.ts";
import { listMembers } from "../../record/list-members.ts";
import { joinVisibleNames } from "../../record/join-visible-names.ts";
import { QuoteLine } from "../quote-line.tsx";
import type { ViewProps } from "../view-props.ts";

const MAX_VISIBLE_CLAIMS = 9;
const KIND_ORDER: readonly Claim["kind"][] = ["contested", "agreed", "single"];
const KIND_TONES: Record<Claim["kind"], string> = {
  contested: "warn",
  agreed: "good",
  single: "outline",
};

/** Claims, contested ones first. A claim opens to show the quotes of its holders and opponents. */
export function ClaimList(props: ViewProps): VNode {
  const { claims = [], unaddressed = [] } = props.snapshot.record.result;
  const sorted = claims.toSorted((a, b) => KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind));
  // Never folds a single claim.
  const count = sorted.length > MAX_VISIBLE_CLAIMS + 1 ? MAX_VISIBLE_CLAIMS : sorted.length;
  const renderRow = (claim: Claim): VNode => <ClaimRow {...props} key={claim.text} claim={claim} />;
  return (
    <section class="part claims" aria-labelledby="claims-title">
      <h2 id="claims-title">
        Claims <small>{describeKinds(claims)}</small>
      </h2>
      {claims.length === 0 && <p class="dim">No claim is supported by a quote from a member.</p>}
      {claims.length > 0 && (
        <div class="card rows">
          {sorted.slice(0, count).map(renderRow)}
          {count < sorted.length && (
            <details class="more-rows">
              <summary>Show {sorted.length - count} more</summary>
              <div class="rows">{sorted.slice(count).map(renderRow)}</div>
            </details>
          )}
        </div>
      )}
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

/** "7 agreed, 5 contested; each with the words it rests on" */
function describeKinds(claims: readonly Claim[]): string {
  const counts = (["agreed", "contested"] as const).flatMap((kind) => {
    const count = claims.filter((claim) => claim.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  return claims.length === 0
    ? ""
    : `${counts.join(", ") || formatCount(claims.length, "claim")}; each with the words it rests on`;
}

function ClaimRow({ id, snapshot, numbers, claim }: ViewProps & { claim: Claim }): VNode {
  const { record } = snapshot;
  const { text, kind, holders, opponents } = claim;
  const printing = usePrinting();
  const members = listMembers(record, numbers);
  const listAvatars = (names: readonly string[]): VNode => (
    <Avatars
      members={names.map((name) => ({
        name,
        number: members.find((member) => member.name === name)?.number ?? null,
      }))}
    />
  );
  return (
    <details class={`claim claim-${kind}`} open={printing}>
      <summary>
        <MarkdownLine text={text} class="claim-text" />
        <span class="claim-end">
          <span class={`tag ${KIND_TONES[kind]}`}>{describeClaim(claim, record.result)}</span>
          {listAvatars(holders)}
          {opponents.length > 0 && <span class="dim small">against</span>}
          {opponents.length > 0 && listAvatars(opponents)}
        </span>
        <Icon name="next" />
      </summary>
      <div class="claim-sides">
        <Side id={id} name="For" names={holders} quotes={findQuotes(claim, false)} />
        <Side id={id} name="Against" names={opponents} quotes={findQuotes(claim, true)} />
      </div>
    </details>
  );
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
        {name}: <span class="dim">{joinVisibleNames(names) || "nobody"}</span>
      </h3>
      <ul>
        {quotes.map((quote) => (
          <QuoteLine id={id} quote={quote} />
        ))}
      </ul>
    </section>
  );
}
