import type { VNode } from "preact";
import type { Citation, Finding, FindingStatus } from "rostrum";
import type { FindingVote } from "rostrum/types";
import {
  describeOtherSeverities,
  describePeople,
  describeVote,
  escapeInvisible,
} from "rostrum/page";
import { MarkdownLine } from "../../markdown/markdown.tsx";

const STATUSES = ["upheld", "contested", "refuted"] as const;

const STATUS_KEY: Record<FindingStatus, string> = {
  upheld: "nobody refutes it",
  contested:
    "it stands, but somebody refutes a part of it, or its own quote is not in the material",
  refuted: "more refute it with a quote than uphold it",
};

/** What a review found, the refuted last, and what the words about it mean. */
export function FindingList({ findings }: { findings: readonly Finding[] }): VNode {
  if (findings.length === 0) return <p class="dim">Nothing was found.</p>;
  const order = findings.toSorted((a, b) => rank(a) - rank(b));
  const shown = STATUSES.filter((status) => findings.some((finding) => finding.status === status));
  return (
    <>
      <ol class="findings">
        {order.map((finding) => (
          <FindingItem finding={finding} />
        ))}
      </ol>
      <p class="dim small">
        {shown.map((status) => `${status}: ${STATUS_KEY[status]}`).join(". ")}.
      </p>
    </>
  );
}

const SEVERITIES = ["critical", "high", "medium", "low"];

function rank({ status, severity }: Finding): number {
  return SEVERITIES.indexOf(severity) + (status === "refuted" ? SEVERITIES.length : 0);
}

function FindingItem({ finding }: { finding: Finding }): VNode {
  const { claim, severity, status, quotes, votes } = finding;
  const others = describeOtherSeverities(finding);
  return (
    <li class={`finding finding-${status}`}>
      <p class="finding-head">
        <span class={`pill severity-${severity}`}>{severity}</span>
        {others !== "" && <span class="small">{escapeInvisible(others)}</span>}
        <span class="pill">{status}</span>
        <span class="dim small">{escapeInvisible(describePeople(finding))}</span>
      </p>
      <MarkdownLine text={claim} class="finding-claim" />
      {listDistinct(quotes).map((quote) => (
        <Quoted quote={quote} />
      ))}
      {votes.filter(saysMore).map((vote) => (
        <>
          <p class="said small">{escapeInvisible(describeVote(vote))}</p>
          {vote.quote && <Quoted quote={vote.quote} />}
        </>
      ))}
    </li>
  );
}

/** Whether a vote says more than that somebody upholds a finding, which stands at its head. */
function saysMore({ vote, reason, severity, quote }: FindingVote): boolean {
  return vote !== "uphold" || reason !== undefined || severity !== undefined || quote !== undefined;
}

/** Members that report the same often quote the same. */
function listDistinct(quotes: readonly Citation[]): Citation[] {
  return [...new Map(quotes.map((quote) => [`${quote.verified} ${quote.text}`, quote])).values()];
}

/** Words that don't stand where they are said to stand are struck through. */
export function Quoted({ quote: { text, verified, document } }: { quote: Citation }): VNode {
  return (
    <blockquote class="finding-quote said">
      {verified ? escapeInvisible(text) : <s>{escapeInvisible(text)}</s>}
      <span class="dim small">
        {verified
          ? document === undefined
            ? ""
            : ` ${escapeInvisible(document)}`
          : " not in the material"}
      </span>
    </blockquote>
  );
}
