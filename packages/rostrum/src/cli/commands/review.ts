import { normalize } from "node:path";
import { Option, type Command } from "commander";
import {
  SEVERITIES,
  type Finding,
  type FindingVote,
  type Severity,
} from "../../protocol/findings.ts";
import { addConfigFlags, readPatch, type ConfigPatch } from "../options/flags.ts";
import { type AskFlags, makeNewTask } from "../run/task.ts";
import { UserError } from "../user-error.ts";
import { type Context, newCommand } from "./new-command.ts";
import { type ExitCode, EXIT, chooseExitCode } from "../exit-code.ts";
import { runTask } from "../run/ask.ts";
import type { Output } from "../terminal/output.ts";
import {
  formatNumber,
  type ReviewedDocument,
  formatCount,
  describePeople,
  describeVote,
  locateFindings,
  toSarif,
  writeReviewTask,
  type LocatedFinding,
} from "../../export/index.ts";
import type { InputStream } from "../io.ts";
import { readInput, readTextFile } from "../files.ts";
import { packageVersion } from "../../package-version.ts";
import type { Citation } from "../../protocol/citation.ts";
import type { DebateResult } from "../../protocol/result.ts";
import type { DebateRecord } from "../../record/index.ts";
import { describeSeverity } from "../../record/index.ts";
import { clipLine, stringifyVisible, toOneLine } from "../../visible.ts";
import { formatCostLine, formatNoticeLines } from "../report/lines.ts";
import type { Style } from "../terminal/style.ts";

export function command(context: Context): Command {
  const review = newCommand("review", context)
    .description(
      "Let a panel review files: findings with lines, each checked by the members who did not report it.",
    )
    .usage("[options] file...")
    .argument("[files...]", "the files to review; - is standard input")
    .optionsGroup("Review:")
    .option("--about <text>", "what to look for, or what the files are meant to do")
    .addOption(
      new Option("--fail-on <severity>", "exit with 4 if a finding this serious is not refuted")
        .choices([...SEVERITIES, "never"])
        .default("high"),
    )
    .option("-p, --panel <name>", 'a panel of the config; "embedded" is always there')
    .option("--config <file>", "config to use instead of rostrum.config.json or .yaml here")
    .optionsGroup("Output:")
    .option("--json", "the whole result as JSON on stdout, findings with their lines")
    .option("--sarif", "findings as SARIF 2.1.0 on stdout, for code hosts and editors")
    .option("--dry-run", "print the most that it may cost, and call no model")
    .option("--plain", "lines instead of the live view")
    .option("-q, --quiet", "nothing on stderr but trouble")
    .optionsGroup("Journal:")
    .option("--id <id>", "name of the run (a random one)")
    .option("--journal <file>", "where runs are kept (~/.rostrum/rostrum.db)")
    .option("--no-journal", "keep nothing");
  addConfigFlags(review);
  return review.action(async (files: string[], flags: AskFlags & ReviewFlags) => {
    if (flags.json && flags.sarif) {
      throw new UserError("--json and --sarif both want stdout: give one of them");
    }
    context.exit(await reviewFiles(files, flags, readPatch({ ...flags }), context.output));
  });
}

/** Reviews files with a panel. The exit code says whether a finding that is serious enough stands. */
async function reviewFiles(
  files: readonly string[],
  flags: AskFlags & ReviewFlags,
  patch: ConfigPatch,
  output: Output,
): Promise<ExitCode> {
  if (patch["answer"] !== undefined)
    throw new UserError("a review has findings: leave --answer out");
  const documents = await readDocuments(files, output.io.stdin);
  const text = writeReviewTask(flags.about);
  const asked = { ...patch, answer: { type: "findings" } };
  return runTask({
    task: (say) => makeNewTask({ text, context: documents }, flags, asked, say),
    flags,
    patch: asked,
    output,
    report: (result, record) => reportFindings(result, record, documents, flags, output),
  });
}

/** No model reads more at once, and a file this long is generated or is data. */
const LONGEST = 1_000_000;

/** Reads the files to review; `-` is standard input. A file that is named twice is read once. */
async function readDocuments(
  paths: readonly string[],
  stdin: InputStream,
): Promise<ReviewedDocument[]> {
  if (paths.length === 0) {
    throw new UserError("there is no file to review", [
      "rostrum review src/cart.ts src/order.ts",
      "git diff | rostrum review -",
    ]);
  }
  const names = [...new Set(paths.map((path) => (path === "-" ? path : normalize(path))))];
  const documents = await Promise.all(names.map((path) => readDocument(path, stdin)));
  const filled = documents.filter(({ text }) => text.trim() !== "");
  if (filled.length === 0) {
    throw new UserError(names.length === 1 ? `${names[0]} is empty` : "all of the files are empty");
  }
  return filled;
}

async function readDocument(path: string, stdin: InputStream): Promise<ReviewedDocument> {
  const document = path === "-" ? "stdin" : path.replaceAll("\\", "/");
  const text = path === "-" ? await readInput(stdin, "review") : await readTextFile(path, "review");
  if (text.length > LONGEST) {
    throw new UserError(
      `review: expected at most ${formatNumber(LONGEST)} characters, got ${formatNumber(text.length)} in ${document}`,
      ["review the parts that matter, or a diff: git diff | rostrum review -"],
    );
  }
  if (text.includes("\0")) {
    throw new UserError(`review: expected a text, got a binary file in ${document}`);
  }
  return { document, text };
}

interface ReviewFlags {
  about?: string;
  json?: boolean;
  sarif?: boolean;
  quiet?: boolean;
  failOn: Severity | "never";
}

const CLAIM = 600;
const QUOTE = 160;

/** Prints what was found, the most serious first, each with the place that it is about. */
function reportFindings(
  result: DebateResult,
  record: DebateRecord,
  documents: readonly ReviewedDocument[],
  flags: ReviewFlags,
  { print, say, style, stdoutStyle }: Output,
): ExitCode {
  const located = sortBySeverity(locateFindings(result.findings ?? [], documents));
  const standing = located.filter(({ status }) => status !== "refuted");
  for (const line of formatNoticeLines(result, style)) say(line);
  if (flags.sarif) {
    print(toSarif(standing, { version: packageVersion(), whole: !result.integrity.degraded }));
  } else if (flags.json) print(`${stringifyVisible({ ...result, findings: located }, 2)}\n`);
  else print(standing.map((finding) => `${formatFinding(finding, stdoutStyle)}\n`).join(""));
  if (!flags.quiet) {
    say(style.dim(formatCounts(located)));
    say(style.dim(formatCostLine(record)));
  }
  const least = flags.failOn === "never" ? Infinity : SEVERITIES.indexOf(flags.failOn);
  // Contested findings stand too. What stands at or above the limit comes before whatever else is the matter.
  const fails = standing.some(({ severity }) => SEVERITIES.indexOf(severity) >= least);
  return fails ? EXIT.findings : chooseExitCode(result);
}

function sortBySeverity(findings: readonly LocatedFinding[]): LocatedFinding[] {
  const rank = ({ severity }: Finding): number => -SEVERITIES.indexOf(severity);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

function formatFinding(finding: LocatedFinding, style: Style): string {
  const { claim, status, at, quotes, votes } = finding;
  const place = at ? `${toOneLine(at.document)}:${at.startLine}:${at.startColumn}` : "(no place)";
  const head = `${toOneLine(describeSeverity(finding))}, ${status}: ${clipLine(claim, CLAIM)}`;
  const quote = quotes.find(({ verified }) => verified) ?? quotes[0];
  return [
    `${style.bold(place)}  ${head}`,
    ...(quote ? [formatQuote(quote)] : []),
    style.dim(`    ${toOneLine(describePeople(finding))}`),
    ...votes.filter(({ vote }) => vote !== "uphold").flatMap((vote) => formatVote(vote, style)),
  ].join("\n");
}

function formatVote(vote: FindingVote, style: Style): string[] {
  const words = style.dim(`    ${clipLine(describeVote(vote), CLAIM)}`);
  return [words, ...(vote.quote ? [`  ${formatQuote(vote.quote)}`] : [])];
}

function formatQuote({ text, verified }: Citation): string {
  return `    > ${clipLine(text, QUOTE)}${verified ? "" : "  (not in the text)"}`;
}

function formatCounts(findings: readonly LocatedFinding[]): string {
  if (findings.length === 0) return "no findings";
  const count = (status: Finding["status"]): number =>
    findings.filter((finding) => finding.status === status).length;
  const parts = (["upheld", "contested", "refuted"] as const)
    .filter((status) => count(status) > 0)
    .map((status) => `${count(status)} ${status}`);
  return `${formatCount(findings.length, "finding")}: ${parts.join(", ")}`;
}
