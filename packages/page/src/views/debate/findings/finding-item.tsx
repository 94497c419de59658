import type { VNode } from "preact";
import type { Finding, FindingVote } from "@rostrum/core/protocol";
import { describeOtherSeverities, getShownStatus } from "@rostrum/core/record";
import {
  describePeople,
  describeTest,
  describeVote,
  isAmongQuotes,
  listDistinctQuotes,
  listRemarks,
  type LocatedFinding,
  type ReviewedDocument,
} from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { MarkdownLine, renderLine } from "../../../markdown/markdown.tsx";
import { Avatars } from "../../../parts/avatar.tsx";
import { countWord } from "../../../record/count-word.ts";
import { splitClaim } from "../../../record/describe-findings.ts";
import { citationHref } from "../../citation-href.ts";
import { QuotedLines } from "./quoted-lines.tsx";
import { VerdictSign } from "./finding-words.tsx";

interface FindingItemProps {
  id: string;
  finding: LocatedFinding;
  documents: readonly ReviewedDocument[];
  panelSize: number;
}

/** A finding: its severity, place, claim, quoted lines and votes. */
export function FindingItem({ id, finding, documents, panelSize }: FindingItemProps): VNode {
  const { claim, severity, status, quotes, votes, test } = finding;
  const shownStatus = getShownStatus(finding);
  const otherSeverities = describeOtherSeverities(finding);
  const explainedVotes = votes.filter(saysMore);
  const { title, rest } = splitClaim(claim);
  return (
    <li class={`finding finding-${status}`}>
      <header>
        <span class={`sev sev-${severity}`}>{severity}</span>
        <FindingLines id={id} finding={finding} />
        <span class={`tag ${STATUS_TONES[shownStatus]}`}>{shownStatus}</span>
        {finding.inChange === false && <span class="tag">not in this change</span>}
        {otherSeverities !== "" && <span>{escapeInvisible(otherSeverities)}</span>}
        <span class="finding-people said">
          <Avatars members={finding.by.map((name) => ({ name, number: null }))} />
          {escapeInvisible(describeReporters(finding, panelSize))}
        </span>
      </header>
      <h3 class="finding-claim said">{renderLine(title)}</h3>
      {rest !== "" && <MarkdownLine text={rest} class="finding-rest" />}
      {listRemarks(finding).map((remark) => (
        <MarkdownLine text={remark} class="dim small" />
      ))}
      {listDistinctQuotes(quotes).map((quote) => (
        <QuotedLines quote={quote} documents={documents} />
      ))}
      {test && (
        <details class="small">
          <summary>{escapeInvisible(describeTest(finding) ?? "")}</summary>
          <pre>{escapeInvisible(test.text)}</pre>
          {test.says !== undefined && <pre>{escapeInvisible(test.says)}</pre>}
        </details>
      )}
      {explainedVotes.length > 0 && (
        <ul class="finding-votes">
          {explainedVotes.map((vote) => (
            <li>
              <VerdictSign vote={vote.vote} />
              <div>
                <p class="said small">{escapeInvisible(describeVote(vote))}</p>
                {vote.quote && !isAmongQuotes(vote.quote, quotes) && (
                  <QuotedLines quote={vote.quote} documents={documents} />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** "found by all three", else who reported it and who voted how. */
function describeReporters(finding: Finding, panelSize: number): string {
  const { by } = finding;
  return by.length === panelSize && panelSize > 1
    ? `found by ${panelSize === 2 ? "both" : `all ${countWord(panelSize)}`}`
    : describePeople(finding);
}

const STATUS_TONES = {
  upheld: "good",
  "upheld, unconfirmed": "",
  contested: "warn",
  "not checked": "warn",
  refuted: "",
} as const;

/** Line numbers as an editor counts them, linked to the place in the document. */
function FindingLines({ id, finding }: Pick<FindingItemProps, "id" | "finding">): VNode | null {
  const { at, quotes } = finding;
  if (at === null) return null;
  const { startLine, endLine } = at;
  const lineRange = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  const quote = quotes.find(({ verified }) => verified);
  const href = quote ? citationHref(id, quote) : null;
  return href === null ? (
    <span class="finding-place">{lineRange}</span>
  ) : (
    <a class="finding-place" href={href} title="Show it in the document">
      {lineRange}
    </a>
  );
}

/** Returns true if a vote says more than "upholds", which the finding's head already shows. */
function saysMore({ vote, reason, severity }: FindingVote): boolean {
  return vote !== "uphold" || reason !== undefined || severity !== undefined;
}
