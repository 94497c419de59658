import {
  type Citation,
  SEVERITIES,
  type FindingVote,
  type Severity,
  type PartialResult,
} from "@rostrum/core/protocol";
import {
  describePeople,
  describeStanding,
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
import { countStatuses, type DebateRecord } from "@rostrum/core/record";
import { clipLine, joinWords, stringifyVisible, toOneLine } from "@rostrum/core/support";
import type { Output } from "../terminal/output.ts";
import type { Style } from "../terminal/style.ts";
import { getTerminalColumns, wrapHanging } from "../terminal/width.ts";
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
  { print, say, style, stdoutStyle, io }: Output,
): void {
  const located = sortBySeverity(unsorted);
  const standing = located.filter(({ status }) => status !== "refuted");
  for (const line of formatNoticeLines(result, style)) say(line);
  if (flags.sarif) print(toSarif(standing, { version: packageVersion(), whole: isComplete }));
  else if (flags.json) {
    print(`${stringifyVisible({ ...result, findings: located, ...extraFields }, 2)}\n`);
  } else if (flags.fixPrompt) print(writeFixPrompt(standing, nameReviewedPlan(record)));
  else {
    const columns = getTerminalColumns(io.stdout);
    print(formatList(standing, result.id, flags, { style: stdoutStyle, columns }));
  }
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
  /** Without a terminal, lines aren't broken. */
  { style, columns = Infinity }: { style: Style; columns: number | undefined },
): string {
  const isLow = ({ severity }: LocatedFinding): boolean => severity === "low";
  const shownFindings = all
    ? standing
    : standing.filter((each) => !isLow(each)).slice(0, MAX_SHOWN);
  const hidden = countSeverities(standing.filter((each) => !shownFindings.includes(each)));
  // A second review would have to be paid for.
  const way = isDemo
    ? ""
    : journal === false
      ? ": --all prints every finding"
      : `: rostrum show ${toOneLine(id)}`;
  return [
    ...shownFindings.map((finding) =>
      formatFinding(finding, style)
        .map((line) => wrapHanging(line, columns))
        .join("\n"),
    ),
    ...(hidden === "" ? [] : [style.dim(`${hidden} not shown${way}`)]),
  ]
    .map((part) => `${part}\n`)
    .join("\n");
}

/** True at or above the severity of `--fail-on`, and in the change if only those count. */
export function isSerious(
  { severity, inChange }: { severity: Severity; inChange?: boolean },
  { failOn, failOnChangeOnly = false }: { failOn: Severity | "never"; failOnChangeOnly?: boolean },
): boolean {
  if (failOn === "never" || (failOnChangeOnly && inChange === false)) return false;
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(failOn);
}

/** Long enough for the problem and its fix. */
const MAX_CLAIM_CHARS = 1200;
/** Remarks repeat the cause in other words, so their beginning is enough. */
const MAX_REMARK_CHARS = 160;
const MAX_QUOTE_CHARS = 160;

function formatRefuted(finding: LocatedFinding): string {
  const people = toOneLine(describePeople(finding));
  return `refuted: ${formatPlace(finding)}  ${clipLine(finding.claim, MAX_CLAIM_CHARS)} (${people})`;
}

/** "1 critical, 3 high and 2 low" */
function countSeverities(findings: readonly LocatedFinding[]): string {
  const counts = SEVERITIES.toReversed().flatMap((severity) => {
    const count = findings.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : `${count} ${severity}`;
  });
  return joinWords(counts);
}

/** Lines of a finding. */
function formatFinding(finding: LocatedFinding, style: Style): string[] {
  const { claim, quotes, votes } = finding;
  const place = formatPlace(finding);
  const paint = SEVERITY_COLORS[finding.severity] ?? "bold";
  const standing = style[paint](toOneLine(describeStanding(finding)));
  const head = `${standing}: ${clipLine(claim, MAX_CLAIM_CHARS)}`;
  const quote = quotes.find(({ verified }) => verified) ?? quotes[0];
  return [
    `${style.bold(place)}  ${head}`,
    ...(quote ? [formatQuote(quote)] : []),
    ...listRemarks(finding).map((line) => style.dim(`    ${clipLine(line, MAX_REMARK_CHARS)}`)),
    style.dim(`    ${toOneLine(describePeople(finding))}`),
    ...[describeTest(finding) ?? []].flat().map((line) => style.dim(`    ${toOneLine(line)}`)),
    ...votes.filter(({ vote }) => vote !== "uphold").flatMap((vote) => formatVote(vote, style)),
  ];
}

const SEVERITY_COLORS: Partial<Readonly<Record<Severity, "red" | "yellow">>> = {
  critical: "red",
  high: "red",
  medium: "yellow",
};

function formatVote(vote: FindingVote, style: Style): string[] {
  const words = style.dim(`    ${clipLine(describeVote(vote), MAX_CLAIM_CHARS)}`);
  return [words, ...(vote.quote ? [`  ${formatQuote(vote.quote)}`] : [])];
}

/** Formats the first line of a quote. Lines of code that are joined would mean something else. */
export function formatQuote({ text, verified }: Citation): string {
  const [first = "", ...more] = text.trim().split(/\s*\n\s*/);
  const words = clipLine(more.length === 0 ? first : `${first} …`, MAX_QUOTE_CHARS);
  return `    > ${words}${verified ? "" : "  (not in the text)"}`;
}

function formatCounts(findings: readonly LocatedFinding[]): string {
  if (findings.length === 0) return "no findings";
  const standing = findings.filter(({ status }) => status !== "refuted");
  const severities = countSeverities(standing);
  const statuses = countStatuses(findings).join(", ");
  return `${formatCount(findings.length, "finding")}: ${statuses}${severities === "" ? "" : `; ${severities}`}`;
}
