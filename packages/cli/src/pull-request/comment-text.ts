import {
  describePeople,
  describeStanding,
  describeTest,
  describeVote,
  formatCount,
  formatMoney,
  listRemarks,
  sortBySeverity,
} from "@rostrum/core/export";
import type { Finding } from "@rostrum/core/protocol";
import { clipLine } from "@rostrum/core/support";
import { writeMarker, type FindingNote, type SummaryNote } from "./comment-marker.ts";
import type { EarlierFinding } from "./earlier-comments.ts";
import { writeInline, writeQuotation } from "./markdown-text.ts";
import type { MatchedFinding } from "./match-comments.ts";
import type { ReviewMaterial } from "./read-material.ts";
import { formatPath, type PullRequest } from "./read-pull-request.ts";
import { sumSpending } from "./run-spending.ts";

const MAX_CLAIM_CHARS = 2000;
const MAX_LINE_CHARS = 400;
const MAX_QUOTE_CHARS = 1000;
const MAX_TEST_CHARS = 4000;

/** Comment on a line: severity, claim, verified quote, test, and who said what. */
export function writeFindingComment(finding: Finding, note: FindingNote): string {
  const { claim, quotes, votes } = finding;
  const quote = quotes.find(({ verified }) => verified);
  const otherVotes = votes.filter(({ vote }) => vote !== "uphold");
  return [
    writeMarker("finding", note),
    `**${writeInline(describeStanding(finding))}**`,
    writeQuotation(claim.slice(0, MAX_CLAIM_CHARS)),
    ...listRemarks(finding).map((remark) => writeQuotation(remark.slice(0, MAX_CLAIM_CHARS))),
    ...(quote ? ["It quotes:", writeQuotation(quote.text.slice(0, MAX_QUOTE_CHARS))] : []),
    ...writeTest(finding),
    [describePeople(finding), ...otherVotes.map(describeVote)].map(writeItem).join("\n"),
  ].join("\n\n");
}

/** Shows a finding's test. Text and output are included only if the test fails, since otherwise it proves nothing. */
function writeTest(finding: Finding): string[] {
  const { test } = finding;
  const testText = describeTest(finding);
  if (test === undefined || testText === null) return [];
  const words = writeInline(testText);
  if (test.verdict !== "fails") return [`${words}.`];
  return [
    `${words}:`,
    writeQuotation(test.text.slice(0, MAX_TEST_CHARS)),
    ...(test.says === undefined
      ? []
      : ["It printed:", writeQuotation(test.says.slice(-MAX_QUOTE_CHARS))]),
  ];
}

export interface Summary {
  pull: PullRequest;
  material: Pick<ReviewMaterial, "unreviewed" | "skipped">;
  findings: readonly MatchedFinding[];
  open: readonly EarlierFinding[];
  /** Reason why this commit was not reviewed. Null when it was. */
  failure: string | null;
  /** Limitations of the review: missing members, an exhausted budget, refused comments. */
  notices: readonly string[];
  /** Cost of this review, as text. */
  cost: string;
  note: SummaryNote;
  /** Limit for all reviews of the pull request, in US dollars. */
  maxUsd: number | null;
}

const MAX_LISTED = 40;

/** Summary comment about the head commit. Each review rewrites it. */
export function writeSummary(summary: Summary): string {
  const { pull, material, findings, open, failure, notices, cost, note, maxUsd } = summary;
  const standing = findings.filter(({ finding }) => finding.status !== "refuted");
  const settled = standing.filter(({ earlier }) => earlier?.isSettled);
  const counted = standing.filter(({ earlier }) => !earlier?.isSettled);
  const refuted = findings.length - standing.length;
  const listed = sortBySeverity(
    counted.map((matched) => ({ ...matched, severity: matched.finding.severity })),
  );
  const commit = `\`${pull.head.sha.slice(0, 7)}\``;
  const total = formatMoney(sumSpending(note));
  return [
    writeMarker("summary", note),
    `### rostrum: review of ${commit}`,
    failure === null
      ? `**${describeCount(counted.length + open.length)}**`
      : `**${commit} was not reviewed: ${writeInline(clipLine(failure, MAX_LINE_CHARS))}**`,
    writeList("", notices.map(writeItem)),
    writeList(
      "",
      listed.map((matched) => writeFinding(matched, pull)),
    ),
    writeList(
      "From earlier reviews, on lines that are still there. They count until somebody resolves them:",
      sortBySeverity(open).map(writeOpenFinding),
    ),
    writeList(
      "**Not reviewed:**",
      material.unreviewed.map(({ path, reason }) => writeItem(`${path}: ${reason}`)),
    ),
    writeList(
      "Skipped:",
      material.skipped.map(({ path, reason }) => writeItem(`${path}: ${reason}`)),
    ),
    [
      ...(settled.length > 0
        ? [`${formatCount(settled.length, "finding")} in resolved threads.`]
        : []),
      ...(refuted > 0 ? [`${formatCount(refuted, "finding")} refuted by the panel.`] : []),
      ...(cost === "" ? [] : [`This review: ${cost}.`]),
      `All reviews of this pull request: ${total}${maxUsd === null ? "" : ` of at most ${formatMoney(maxUsd)}`}.`,
      "Findings are claims of language models, checked by other models: read them as such.",
      "A comment that begins with `/review` asks for another review.",
    ].join(" "),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function describeCount(standing: number): string {
  return standing === 0 ? "No finding stands." : `${formatCount(standing, "finding")} to look at.`;
}

function writeList(title: string, items: readonly string[]): string {
  if (items.length === 0) return "";
  const rest = items.length - MAX_LISTED;
  const shownItems = [...items.slice(0, MAX_LISTED), ...(rest > 0 ? [`- … and ${rest} more`] : [])];
  return [...(title === "" ? [] : [title, ""]), ...shownItems].join("\n");
}

function writeItem(text: string): string {
  return `- ${writeInline(clipLine(text, MAX_LINE_CHARS))}`;
}

function writeFinding({ finding, note }: MatchedFinding, pull: PullRequest): string {
  const { at, place, claim } = finding;
  const removed = place === null ? "" : ` ${writeInline(place.path)} (removed)`;
  const location = at === null ? removed : ` ${writeLink(at, pull)}`;
  const isExplained = note !== null || finding.inChange === false;
  const caveat = isExplained ? "" : " (not on a line of the diff)";
  const words = writeInline(clipLine(claim, MAX_LINE_CHARS));
  const people = writeInline(describePeople(finding));
  return `- **${writeInline(describeStanding(finding))}**${location}${caveat}: ${words} (${people})`;
}

function writeOpenFinding({ severity, status, path, url }: EarlierFinding): string {
  return `- **${severity}, ${status}** [${writeInline(path)}](${escapeAddress(url)})`;
}

function writeLink(
  { path, line }: { path: string; line: number },
  { base, head }: PullRequest,
): string {
  const address = `${base.repo.html_url}/blob/${head.sha}/${formatPath(path)}#L${line}`;
  return `[${writeInline(`${path}:${line}`)}](${escapeAddress(address)})`;
}

/** Escapes characters that would end a Markdown link early. */
function escapeAddress(address: string): string {
  return address.replace(
    /[()\s<>]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
