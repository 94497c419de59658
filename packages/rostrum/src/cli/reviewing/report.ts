import {
  clipped,
  counted,
  locate,
  oneLine,
  toSarif,
  visibleJson,
  type LocatedFinding,
  type ReviewedDocument,
} from "../../export/index.ts";
import { packageVersion } from "../../package-version.ts";
import { SEVERITIES, type Finding, type Severity } from "../../protocol/findings.ts";
import type { DebateResult } from "../../protocol/result.ts";
import { EXIT, exitCodeOf, type ExitCode } from "../exit-code.ts";
import { costLine, noticeLines } from "../report/lines.ts";
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
  const all = (result as { findings?: Finding[] }).findings ?? [];
  const located = bySeverity(locate(all, documents));
  const standing = located.filter(({ status }) => status !== "refuted");
  for (const line of noticeLines(result, style)) say(line);
  if (flags.sarif) {
    print(toSarif(standing, { version: packageVersion(), whole: !result.integrity.degraded }));
  } else if (flags.json) print(`${visibleJson({ ...result, findings: located }, 2)}\n`);
  else print(standing.map((finding) => `${findingLines(finding, stdoutStyle)}\n`).join(""));
  if (!flags.quiet) {
    say(style.dim(summary(located)));
    say(style.dim(costLine(result)));
  }
  return exitCode(standing, flags.failOn, result);
}

/** What stands at or above the limit comes before whatever else is the matter. */
function exitCode(
  standing: readonly Finding[],
  failOn: ReviewFlags["failOn"],
  result: DebateResult,
): ExitCode {
  const least = failOn === "never" ? Infinity : SEVERITIES.indexOf(failOn);
  const fails = standing.some(({ severity }) => SEVERITIES.indexOf(severity) >= least);
  return fails ? EXIT.findings : exitCodeOf(result);
}

function bySeverity(findings: readonly LocatedFinding[]): LocatedFinding[] {
  const rank = ({ severity }: Finding): number => -SEVERITIES.indexOf(severity);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

function findingLines(finding: LocatedFinding, style: Style): string {
  const { claim, severity, status, by, against, at, quotes } = finding;
  const place = at ? `${oneLine(at.document)}:${at.startLine}:${at.startColumn}` : "(no place)";
  const head = `${style.bold(place)}  ${severity}, ${status}: ${clipped(claim, CLAIM)}`;
  const quote = quotes.find(({ verified }) => verified) ?? quotes[0];
  const names = (list: readonly string[]): string => list.map((name) => oneLine(name)).join(", ");
  const people = `found by ${names(by)}${against.length > 0 ? `; refuted by ${names(against)}` : ""}`;
  const said = quote
    ? [`    > ${clipped(quote.text, QUOTE)}${quote.verified ? "" : "  (not in the text)"}`]
    : [];
  return [head, ...said, style.dim(`    ${people}`)].join("\n");
}

function summary(findings: readonly LocatedFinding[]): string {
  if (findings.length === 0) return "no findings";
  const count = (status: Finding["status"]): number =>
    findings.filter((finding) => finding.status === status).length;
  const parts = (["upheld", "contested", "refuted"] as const)
    .filter((status) => count(status) > 0)
    .map((status) => `${count(status)} ${status}`);
  return `${counted(findings.length, "finding")}: ${parts.join(", ")}`;
}
