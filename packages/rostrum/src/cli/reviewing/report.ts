import {
  clipped,
  counted,
  describePeople,
  describeVote,
  locateFindings,
  oneLine,
  toSarif,
  visibleJson,
  type LocatedFinding,
  type ReviewedDocument,
} from "../../export/index.ts";
import { packageVersion } from "../../package-version.ts";
import type { Citation } from "../../protocol/citation.ts";
import {
  SEVERITIES,
  type Finding,
  type FindingVote,
  type Severity,
} from "../../protocol/findings.ts";
import type { DebateResult } from "../../protocol/result.ts";
import { describeSeverity } from "../../record/index.ts";
import { EXIT, chooseExitCode, type ExitCode } from "../exit-code.ts";
import { formatCost, formatNotices } from "../report/lines.ts";
import type { Output } from "../terminal/output.ts";
import type { Style } from "../terminal/style.ts";

export interface ReviewFlags {
  json?: boolean;
  sarif?: boolean;
  quiet?: boolean;
  failOn: Severity | "never";
}

const CLAIM = 600;
const QUOTE = 160;

/** Prints what was found, the most serious first, each with the place that it is about. */
export function reportFindings(
  result: DebateResult,
  documents: readonly ReviewedDocument[],
  flags: ReviewFlags,
  { print, say, style, stdoutStyle }: Output,
): ExitCode {
  const located = sortBySeverity(locateFindings(result.findings ?? [], documents));
  const standing = located.filter(({ status }) => status !== "refuted");
  for (const line of formatNotices(result, style)) say(line);
  if (flags.sarif) {
    print(toSarif(standing, { version: packageVersion(), whole: !result.integrity.degraded }));
  } else if (flags.json) print(`${visibleJson({ ...result, findings: located }, 2)}\n`);
  else print(standing.map((finding) => `${formatFinding(finding, stdoutStyle)}\n`).join(""));
  if (!flags.quiet) {
    say(style.dim(formatCounts(located)));
    say(style.dim(formatCost(result)));
  }
  return chooseReviewExitCode(standing, flags.failOn, result);
}

/** Contested findings stand too. What stands at or above the limit comes before whatever else is the matter. */
function chooseReviewExitCode(
  standing: readonly Finding[],
  failOn: ReviewFlags["failOn"],
  result: DebateResult,
): ExitCode {
  const least = failOn === "never" ? Infinity : SEVERITIES.indexOf(failOn);
  const fails = standing.some(({ severity }) => SEVERITIES.indexOf(severity) >= least);
  return fails ? EXIT.findings : chooseExitCode(result);
}

function sortBySeverity(findings: readonly LocatedFinding[]): LocatedFinding[] {
  const rank = ({ severity }: Finding): number => -SEVERITIES.indexOf(severity);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

function formatFinding(finding: LocatedFinding, style: Style): string {
  const { claim, status, at, quotes, votes } = finding;
  const place = at ? `${oneLine(at.document)}:${at.startLine}:${at.startColumn}` : "(no place)";
  const head = `${oneLine(describeSeverity(finding))}, ${status}: ${clipped(claim, CLAIM)}`;
  const quote = quotes.find(({ verified }) => verified) ?? quotes[0];
  return [
    `${style.bold(place)}  ${head}`,
    ...(quote ? [formatQuote(quote)] : []),
    style.dim(`    ${oneLine(describePeople(finding))}`),
    ...votes.filter(({ vote }) => vote !== "uphold").flatMap((vote) => formatVote(vote, style)),
  ].join("\n");
}

function formatVote(vote: FindingVote, style: Style): string[] {
  const words = style.dim(`    ${clipped(describeVote(vote), CLAIM)}`);
  return [words, ...(vote.quote ? [`  ${formatQuote(vote.quote)}`] : [])];
}

function formatQuote({ text, verified }: Citation): string {
  return `    > ${clipped(text, QUOTE)}${verified ? "" : "  (not in the text)"}`;
}

function formatCounts(findings: readonly LocatedFinding[]): string {
  if (findings.length === 0) return "no findings";
  const count = (status: Finding["status"]): number =>
    findings.filter((finding) => finding.status === status).length;
  const parts = (["upheld", "contested", "refuted"] as const)
    .filter((status) => count(status) > 0)
    .map((status) => `${count(status)} ${status}`);
  return `${counted(findings.length, "finding")}: ${parts.join(", ")}`;
}
