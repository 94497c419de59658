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
import { noteUnreviewed } from "../run/origin.ts";
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
  if (!flags.quiet) output.say(output.style.dim(describeSubject(subject, flags)));
  reportSkipped(subject, flags, output);
  // Before anything is paid; the report repeats it above the findings.
  if (!flags.quiet || flags.dryRun) reportUnreviewed(subject, flags, output);
  const isPlan = flags.plan !== undefined;
  const text = isPlan ? writePlanTask(flags.about) : writeReviewTask(flags.about, subject.message);
  const plan = isPlan ? { plan: true } : {};
  const reviewPatch = { ...patch, answer: { type: "findings", partTokens: PART_TOKENS, ...plan } };
  const repository = flags.files === false ? null : subject.repository;
  const code = await runTask({
    async buildTask(say, journal) {
      const newTask = await makeNewTask(
        { text, context: documents },
        { flags, patch: reviewPatch, say, journal },
      );
      const task = { ...newTask, metadata: noteUnreviewed(newTask.metadata, unreviewed) };
      if (repository === null) return task;
      return { ...task, config: addRepositoryTools(task.config, repository) };
    },
    flags,
    patch: reviewPatch,
    output,
    planFields: { reviewed: describeFiles(subject) },
    report: (result, record, printedWarnings) =>
      reportFindings({ result, record, printedWarnings }, subject, flags, output),
    fail: async (error) => {
      if (repository !== null && /\btools?\b/i.test(readMessage(error)))
        output.say("  models that take no tools can review with --no-files");
    },
  });
  return code === EXIT.answered && unreviewed.length > 0 ? EXIT.doubtful : code;
}

/** `--dry-run` lists all. */
const MAX_NAMES = 8;

/** "reviewing the working tree against HEAD: 2 files: src/cart.ts, src/order.ts": what is sent. */
function describeSubject(
  { title, documents }: ReviewSubject,
  { dryRun = false }: AskFlags,
): string {
  const count = documents.length === 1 ? "1 file" : `${documents.length} files`;
  const maxNames = dryRun ? documents.length : MAX_NAMES;
  const names = listNames(documents).slice(0, maxNames).map(toOneLine).join(", ");
  const what = `reviewing ${toOneLine(title)}: ${count}`;
  // Files that the user named.
  if (names === toOneLine(title)) return what;
  const rest = documents.length - maxNames;
  return `${what}: ${names}${rest > 0 ? ` and ${rest} more; --dry-run lists all` : ""}`;
}

function reportFindings(
  reviewed: { result: DebateResult; record: DebateRecord; printedWarnings: readonly string[] },
  subject: ReviewSubject,
  flags: ReviewFlags & Pick<AskFlags, "journal">,
  output: Output,
): ExitCode {
  const { result } = reviewed;
  const { documents, unreviewed } = subject;
  const located = locateFindings(result.findings ?? [], documents);
  const isComplete = !result.integrity.degraded && unreviewed.length === 0;
  const extraFields = { reviewed: describeFiles(subject) };
  reportUnreviewed(subject, flags, output);
  printVerdict(result, flags, output);
  printFindings({ ...reviewed, located, isComplete, extraFields }, flags, output);
  const id = toOneLine(result.id);
  if (!flags.quiet && flags.journal !== false)
    output.say(output.style.dim(`run ${id}, rostrum show ${id}`));
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

/** What a review read and what it left out, for programs. */
function describeFiles({ title, documents, skipped, unreviewed }: ReviewSubject): object {
  return { title, files: listNames(documents), skipped, unreviewed };
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
  const { title, paths = [], skipped, unreviewed } = subject;
  if (flags.sarif) {
    const isComplete = unreviewed.length === 0;
    output.print(toSarif([], { version: packageVersion(), whole: isComplete }));
  } else if (flags.json) {
    const reviewed = describeFiles(subject);
    output.print(`${stringifyVisible({ findings: [], reviewed }, 2)}\n`);
  } else if (flags.fixPrompt) output.print(writeFixPrompt([]));
  const reason = args.includes("-")
    ? "standard input is empty"
    : paths.length > 0 && skipped.length === 0
      ? `no change of ${paths.join(", ")} in ${title}`
      : explainNothing(subject, subject.isWhole === true);
  output.say(
    unreviewed.length > 0 ? "nothing could be reviewed" : `nothing to review: ${toOneLine(reason)}`,
  );
  reportSkipped(subject, flags, output);
  reportUnreviewed(subject, flags, output);
  return unreviewed.length > 0 ? EXIT.doubtful : EXIT.answered;
}

/** `--json` and `--dry-run` print longer lists in full. */
const MAX_LISTED = 10;

type Listing = Pick<AskFlags, "quiet" | "dryRun">;

/** Prints which files need no review or are not sent, and why. */
function reportSkipped({ skipped }: ReviewSubject, flags: Listing, output: Output): void {
  if (!flags.quiet) listFiles("skipped", skipped, flags, output.say, output.style.dim);
}

/** Prints which files need a review and had none, and why. */
function reportUnreviewed(
  { unreviewed }: ReviewSubject,
  flags: Listing,
  { say, style }: Output,
): void {
  listFiles("not reviewed", unreviewed, flags, say, style.yellow);
}

function listFiles(
  word: string,
  files: ReviewSubject["skipped"],
  { dryRun = false }: Listing,
  say: Output["say"],
  color: (line: string) => string,
): void {
  const maxListed = dryRun ? files.length : MAX_LISTED;
  for (const { path, reason } of files.slice(0, maxListed))
    say(color(`${word}: ${toOneLine(path)}: ${reason}`));
  const rest = files.length - maxListed;
  if (rest > 0) say(color(`${word}: ${rest} more files; --json lists all of them`));
}
