import {
  describeVerdict,
  locateFindings,
  toSarif,
  writeFixPrompt,
  writePlanTask,
  writeReviewTask,
  type ReviewedDocument,
} from "@rostrum/core/export";
import { packageVersion } from "@rostrum/runtime/package";
import type { DebateResult } from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import { stringifyVisible, toOneLine, readMessage } from "@rostrum/core/support";
import { chooseReviewExitCode, EXIT, type ExitCode } from "../exit-code.ts";
import type { ConfigPatch } from "../options/flags.ts";
import type { ReviewFlags } from "../pull-request/review-flags.ts";
import { isSerious, printFindings } from "../report/findings.ts";
import { runTask } from "../run/ask.ts";
import { makeNewTask, type AskFlags } from "../run/task.ts";
import type { Output } from "../terminal/output.ts";
import { addRepositoryTools, explainNothing, PART_TOKENS } from "@rostrum/runtime/repository";
import { readSubject, type ReviewSubject } from "./read-subject.ts";

/** Reviews files or a change with a panel. The exit code says whether a serious finding stands. */
export async function reviewSubject(
  args: readonly string[],
  flags: AskFlags & ReviewFlags,
  patch: ConfigPatch,
  output: Output,
): Promise<ExitCode> {
  const subject = await readSubject(args, flags, output);
  const { documents, unreviewed } = subject;
  if (documents.length === 0) return reportNothing(subject, args, flags, output);
  if (!flags.quiet) output.say(output.style.dim(describeSubject(subject)));
  reportSkipped(subject, flags, output);
  const isPlan = flags.plan !== undefined;
  const text = isPlan ? writePlanTask(flags.about) : writeReviewTask(flags.about, subject.message);
  const plan = isPlan ? { plan: true } : {};
  const reviewPatch = { ...patch, answer: { type: "findings", partTokens: PART_TOKENS, ...plan } };
  const repository = flags.files === false ? null : subject.repository;
  return runTask({
    async buildTask(say, journal) {
      const task = await makeNewTask(
        { text, context: documents },
        { flags, patch: reviewPatch, say, journal },
      );
      if (repository === null) return task;
      return { ...task, config: addRepositoryTools(task.config, repository) };
    },
    flags,
    patch: reviewPatch,
    output,
    report(result, record, printedWarnings) {
      const code = reportFindings({ result, record, printedWarnings }, subject, flags, output);
      return code === EXIT.answered && unreviewed.length > 0 ? EXIT.doubtful : code;
    },
    fail: async (error) => {
      if (repository !== null && /\btools?\b/i.test(readMessage(error)))
        output.say("  models that take no tools can review with --no-files");
    },
  });
}

const MAX_NAMES = 8;

/** "reviewing the working tree against HEAD: 2 files: src/cart.ts, src/order.ts": everything that is sent. */
function describeSubject({ title, documents }: ReviewSubject): string {
  const count = documents.length === 1 ? "1 file" : `${documents.length} files`;
  const names = listNames(documents).slice(0, MAX_NAMES).map(toOneLine).join(", ");
  const what = `reviewing ${toOneLine(title)}: ${count}`;
  // Files that the user named.
  if (names === toOneLine(title)) return what;
  const rest = documents.length - MAX_NAMES;
  return `${what}: ${names}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function reportFindings(
  reviewed: { result: DebateResult; record: DebateRecord; printedWarnings: readonly string[] },
  subject: ReviewSubject,
  flags: ReviewFlags & Pick<AskFlags, "journal">,
  output: Output,
): ExitCode {
  const { result } = reviewed;
  const { documents, title, skipped, unreviewed } = subject;
  const located = locateFindings(result.findings ?? [], documents);
  const isComplete = !result.integrity.degraded && unreviewed.length === 0;
  const extraFields = { reviewed: { title, files: listNames(documents), skipped, unreviewed } };
  printVerdict(result, flags, output);
  printFindings({ ...reviewed, located, isComplete, extraFields }, flags, output);
  const id = toOneLine(result.id);
  if (!flags.quiet && flags.journal !== false)
    output.say(output.style.dim(`run ${id}, rostrum show ${id}`));
  reportUnreviewed(subject, output);
  // A plan with a serious finding should not be carried out as it is.
  if (result.verdict !== undefined)
    return result.verdict === "proceed" ? chooseReviewExitCode(result) : EXIT.findings;
  // Contested findings stand too. A serious one decides the exit code, whatever else went wrong.
  const standing = located.filter(({ status }) => status !== "refuted");
  const fails = standing.some((finding) => isSerious(finding, flags.failOn));
  return fails ? EXIT.findings : chooseReviewExitCode(result);
}

/** Prints the verdict on a plan, which is its answer. Other formats have stdout to themselves. */
function printVerdict({ verdict }: DebateResult, flags: ReviewFlags, output: Output): void {
  if (verdict === undefined) return;
  const words = describeVerdict(verdict);
  if (!flags.json && !flags.sarif && !flags.fixPrompt)
    output.print(`${output.stdoutStyle.bold(words)}\n`);
  else if (!flags.quiet) output.say(output.style.bold(words));
}

function listNames(documents: readonly ReviewedDocument[]): string[] {
  return documents.map(({ document }) => document);
}

/** Reports that there is no change, or standard input is empty. No model is called. */
function reportNothing(
  subject: ReviewSubject,
  args: readonly string[],
  flags: ReviewFlags,
  output: Output,
): ExitCode {
  const { title, skipped, unreviewed } = subject;
  if (flags.sarif) {
    const isComplete = unreviewed.length === 0;
    output.print(toSarif([], { version: packageVersion(), whole: isComplete }));
  } else if (flags.json) {
    const reviewed = { title, files: [], skipped, unreviewed };
    output.print(`${stringifyVisible({ findings: [], reviewed }, 2)}\n`);
  } else if (flags.fixPrompt) output.print(writeFixPrompt([]));
  const reason = args.includes("-")
    ? "standard input is empty"
    : explainNothing(subject, subject.isWhole === true);
  output.say(`nothing to review: ${toOneLine(reason)}`);
  reportSkipped(subject, flags, output);
  reportUnreviewed(subject, output);
  return unreviewed.length > 0 ? EXIT.doubtful : EXIT.answered;
}

/** `--json` prints longer lists in full. */
const MAX_LISTED = 10;

/** Prints which files need no review or are not sent, and why. */
function reportSkipped({ skipped }: ReviewSubject, { quiet }: ReviewFlags, output: Output): void {
  if (!quiet) listFiles("skipped", skipped, output.say, output.style.dim);
}

/** Prints which files need a review and had none, and why. */
function reportUnreviewed({ unreviewed }: ReviewSubject, { say, style }: Output): void {
  listFiles("not reviewed", unreviewed, say, style.yellow);
}

function listFiles(
  word: string,
  files: ReviewSubject["skipped"],
  say: Output["say"],
  color: (line: string) => string,
): void {
  for (const { path, reason } of files.slice(0, MAX_LISTED))
    say(color(`${word}: ${toOneLine(path)}: ${reason}`));
  const rest = files.length - MAX_LISTED;
  if (rest > 0) say(color(`${word}: ${rest} more files; --json lists all of them`));
}
