import {
  type Citation,
  SEVERITIES,
  type FindingVote,
  type Severity,
  type PartialResult,
} from "@rostrum/core/protocol";
import {
  describePeople,
  describeTest,
  describeVote,
  formatCount,
  formatPlace,
  listOtherWarnings,
  listRemarks,
  nameReviewedPlan,
  sortBySeverity,
  toSarif,
  writeFixPrompt,
  type LocatedFinding,
} from "@rostrum/core/export";
import { packageVersion } from "@rostrum/runtime/package";
import {
  countStatuses,
  describeSeverity,
  getShownStatus,
  type DebateRecord,
} from "@rostrum/core/record";
import { clipLine, stringifyVisible, toOneLine } from "@rostrum/core/support";
import type { Output } from "../terminal/output.ts";
import type { Style } from "../terminal/style.ts";
import { formatCostLine, formatNoticeLines, formatWarning } from "./lines.ts";

/** Flags that say how findings are printed. */
export interface FindingsFlags {
  json?: boolean;
  sarif?: boolean;
  /** Print a task for a coding agent. */
  fixPrompt?: boolean;
  /** Print every finding. */
  all?: boolean;
  quiet?: boolean;
  /** False for `--no-journal`: the run can't be shown later. */
  journal?: string | boolean;
  /** Leave out flags that a demo doesn't have. */
  isDemo?: boolean;
}

/** Findings with their positions. */
export interface FindingsReport {
  result: PartialResult;
  record: DebateRecord;
  /** Warnings that were printed before the first call. */
  printedWarnings?: readonly string[];
  located: readonly LocatedFinding[];
  /** False if some of the material was not reviewed, or members failed. */
  isComplete: boolean;
  /** Additional fields of the JSON output. */
  extraFields?: object;
}

/** Prints findings with their positions, most serious first. */
export function printFindings(
  {
    result,
    record,
    printedWarnings = [],
    located: unsorted,
    isComplete,
    extraFields = {},
  }: FindingsReport,
  flags: FindingsFlags,
  { print, say, style, stdoutStyle }: Output,
): void {
  const located = sortBySeverity(unsorted);
  const standing = located.filter(({ status }) => status !== "refuted");
  for (const line of formatNoticeLines(result, style)) say(line);
  if (flags.sarif) print(toSarif(standing, { version: packageVersion(), whole: isComplete }));
  else if (flags.json) {
    print(`${stringifyVisible({ ...result, findings: located, ...extraFields }, 2)}\n`);
  } else if (flags.fixPrompt) print(writeFixPrompt(standing, nameReviewedPlan(record)));
  else print(formatList(standing, result.id, flags, stdoutStyle));
  if (flags.quiet) return;
  // Votes can be wrong too, so refuted findings are still mentioned.
  for (const finding of located.filter(({ status }) => status === "refuted")) {
    say(style.dim(formatRefuted(finding)));
  }
  for (const warning of listOtherWarnings(result).filter((each) => !printedWarnings.includes(each)))
    say(formatWarning(warning, style));
  say(style.dim(formatCounts(located)));
  say(style.dim(formatCostLine(record)));
}

/** A longer list isn't read. */
const MAX_SHOWN = 10;

/** Formats the findings that stand: at most ten, and low ones only as a count, unless `all` is set. */
function formatList(
  standing: readonly LocatedFinding[],
  id: string,
  { all = false, isDemo = false, journal }: FindingsFlags,
  style: Style,
): string {
  const isLow = ({ severity }: LocatedFinding): boolean => severity === "low";
  const shownFindings = all
    ? standing
    : standing.filter((each) => !isLow(each)).slice(0, MAX_SHOWN);
  const lowCount = all ? 0 : standing.filter(isLow).length;
  const moreCount = standing.length - shownFindings.length - lowCount;
  const hidden = [
    ...(moreCount > 0 ? [`${moreCount} more`] : []),
    ...(lowCount > 0 ? [`${lowCount} low`] : []),
  ].join(" and ");
  // A second review would have to be paid for.
  const way = isDemo
    ? ""
    : journal === false
      ? ": --all prints every finding"
      : `: rostrum show ${toOneLine(id)}`;
  return [
    ...shownFindings.map((finding) => formatFinding(finding, style)),
    ...(hidden === "" ? [] : [style.dim(`${hidden} not shown${way}`)]),
  ]
    .map((part) => `${part}\n`)
    .join("\n");
}

/** True at or above the severity of `--fail-on`. */
export function isSerious(
  { severity }: { severity: Severity },
  failOn: Severity | "never",
): boolean {
  return failOn !== "never" && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(failOn);
}

/** Long enough for what the finding is about and how to mend it. */
const MAX_CLAIM_CHARS = 1200;
/** The same cause in other words, whose beginning is enough to recognize it. */
const MAX_REMARK_CHARS = 160;
const MAX_QUOTE_CHARS = 160;

function formatRefuted(finding: LocatedFinding): string {
  const people = toOneLine(describePeople(finding));
  return `refuted: ${formatPlace(finding)}  ${clipLine(finding.claim, MAX_CLAIM_CHARS)} (${people})`;
}

function formatFinding(finding: LocatedFinding, style: Style): string {
  const { claim, quotes, votes } = finding;
  const place = formatPlace(finding);
  const state = `${toOneLine(describeSeverity(finding))}, ${getShownStatus(finding)}`;
  const head = `${state}: ${clipLine(claim, MAX_CLAIM_CHARS)}`;
  const quote = quotes.find(({ verified }) => verified) ?? quotes[0];
  return [
    `${style.bold(place)}  ${head}`,
    ...(quote ? [formatQuote(quote)] : []),
    ...listRemarks(finding).map((line) => style.dim(`    ${clipLine(line, MAX_REMARK_CHARS)}`)),
    style.dim(`    ${toOneLine(describePeople(finding))}`),
    ...[describeTest(finding) ?? []].flat().map((line) => style.dim(`    ${toOneLine(line)}`)),
    ...votes.filter(({ vote }) => vote !== "uphold").flatMap((vote) => formatVote(vote, style)),
  ].join("\n");
}

function formatVote(vote: FindingVote, style: Style): string[] {
  const words = style.dim(`    ${clipLine(describeVote(vote), MAX_CLAIM_CHARS)}`);
  return [words, ...(vote.quote ? [`  ${formatQuote(vote.quote)}`] : [])];
}

/** Formats the first line of a quote. Lines of code that are joined would mean something else. */
function formatQuote({ text, verified }: Citation): string {
  const [first = "", ...more] = text.trim().split(/\s*\n\s*/);
  const words = clipLine(more.length === 0 ? first : `${first} …`, MAX_QUOTE_CHARS);
  return `    > ${words}${verified ? "" : "  (not in the text)"}`;
}

function formatCounts(findings: readonly LocatedFinding[]): string {
  if (findings.length === 0) return "no findings";
  return `${formatCount(findings.length, "finding")}: ${countStatuses(findings).join(", ")}`;
}
