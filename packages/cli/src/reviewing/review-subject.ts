import {
  describeVerdict,
  formatCount,
  locateFindings,
  noteReviewed,
  toSarif,
  writeFixPrompt,
  writePlanTask,
  writeReviewTask,
  type LocatedFinding,
  type ReviewedDocument,
  type ReviewedSubject,
} from "@rostrum/core/export";
import { packageVersion } from "@rostrum/runtime/package";
import type { DebateResult } from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import {
  clipLine,
  joinNames,
  stringifyVisible,
  toOneLine,
  readMessage,
} from "@rostrum/core/support";
import { chooseReviewExitCode, EXIT, type ExitCode } from "../exit-code.ts";
import type { ConfigPatch } from "../options/flags.ts";
import type { ReviewFlags } from "../pull-request/review-flags.ts";
import { isSerious, printFindings } from "../report/findings.ts";
import { formatWarning } from "../report/lines.ts";
import { runTask } from "../run/ask.ts";
import { UserError } from "../user-error.ts";
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
  if (!flags.quiet) reportAbout(flags, output);
  warnReplaced(subject, output);
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
      const task = { ...newTask, metadata: noteReviewed(newTask.metadata, describeFiles(subject)) };
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

/** The page and an export show all of it. */
const MAX_ABOUT_CHARS = 300;

function reportAbout({ about }: ReviewFlags, { say, style }: Output): void {
  if (about !== undefined) say(style.dim(`about: ${clipLine(about, MAX_ABOUT_CHARS)}`));
}

/** Warns of files in an older encoding, whose other characters are lost. */
function warnReplaced({ documents }: ReviewSubject, { say, style }: Output): void {
  const replaced = documents.filter(({ text }) => text.includes("\ufffd"));
  if (replaced.length === 0) return;
  const names = clipLine(joinNames(listNames(replaced)), MAX_ABOUT_CHARS);
  say(
    formatWarning(
      `some characters of ${names} could not be read (another encoding?): members see \ufffd instead`,
      style,
    ),
  );
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
  const { code, reason } = explainExitCode(result, located, flags, unreviewed.length);
  const id = toOneLine(result.id);
  if (flags.journal !== false && !flags.quiet)
    output.say(output.style.dim(`run ${id}, rostrum show ${id}`));
  // A hook or a step of CI that stops has to say why, --quiet or not.
  if (code !== EXIT.answered) output.say(output.style.dim(`exit code ${code}: ${reason}`));
  return code;
}

/** The exit code of a review, and why it isn't 0. */
function explainExitCode(
  result: DebateResult,
  located: readonly LocatedFinding[],
  flags: ReviewFlags,
  unreviewedCount: number,
): { code: ExitCode; reason: string } {
  const { verdict } = result;
  // A plan with a serious finding should not be carried out as it is.
  if (verdict !== undefined && verdict !== "proceed")
    return { code: EXIT.findings, reason: "the verdict isn't proceed" };
  // Contested findings stand too. A serious one decides the exit code, whatever else went wrong.
  const serious = located.filter(
    (finding) => finding.status !== "refuted" && isSerious(finding, flags),
  );
  if (verdict === undefined && serious.length > 0) {
    const count = formatCount(serious.length, "finding");
    const severity = flags.failOn === "critical" ? flags.failOn : `${flags.failOn} or worse`;
    return { code: EXIT.findings, reason: `${count} of severity ${severity} (--fail-on)` };
  }
  const code = chooseReviewExitCode(result);
  if (code === EXIT.budget) return { code, reason: "the limit was reached" };
  if (code !== EXIT.answered) return { code, reason: "the review is degraded" };
  return unreviewedCount > 0
    ? { code: EXIT.doubtful, reason: "not everything was reviewed" }
    : { code, reason: "" };
}

/** Prints the verdict on a plan, which is its answer. Other formats have stdout to themselves. */
function printVerdict({ verdict }: DebateResult, flags: ReviewFlags, output: Output): void {
  if (verdict === undefined) return;
  const words = describeVerdict(verdict);
  if (!flags.json && !flags.sarif && !flags.fixPrompt)
    output.print(`${output.stdoutStyle.bold(words)}\n`);
  else if (!flags.quiet) output.say(output.style.bold(words));
}

/** Lists for programs what a review read and left out. */
function describeFiles({ title, documents, skipped, unreviewed }: ReviewSubject): ReviewedSubject {
  return { title, files: listNames(documents), skipped, unreviewed };
}

function listNames(documents: readonly ReviewedDocument[]): string[] {
  return documents.map(({ document }) => document);
}

/** Reports that there is no change. No model is called. */
function reportNothing(
  subject: ReviewSubject,
  args: readonly string[],
  flags: ReviewFlags,
  output: Output,
): ExitCode {
  const { title, paths = [], skipped, unreviewed } = subject;
  // The program before the pipe may have failed: "no findings" would pass for a review.
  if (args.includes("-") && skipped.length + unreviewed.length === 0)
    throw new UserError("Nothing to review: standard input is empty.", [
      "If a change may be empty, let rostrum read it from git: rostrum review --base main",
    ]);
  if (flags.sarif) {
    const isComplete = unreviewed.length === 0;
    output.print(toSarif([], { version: packageVersion(), whole: isComplete }));
  } else if (flags.json) {
    const reviewed = describeFiles(subject);
    output.print(`${stringifyVisible({ findings: [], reviewed }, 2)}\n`);
  } else if (flags.fixPrompt) output.print(writeFixPrompt([]));
  const reason =
    paths.length > 0 && skipped.length === 0
      ? `no change of ${paths.join(", ")} in ${title}`
      : explainNothing(subject, subject.isWhole === true);
  output.say(
    unreviewed.length > 0 ? "nothing could be reviewed" : `nothing to review: ${toOneLine(reason)}`,
  );
  const isNothingNamed = args.length === 0 && !flags.staged && !flags.base;
  const isNothingLeftOut = skipped.length + unreviewed.length === 0;
  if (isNothingNamed && isNothingLeftOut && subject.hasCommits !== false)
    output.say(
      "  Your last commit: rostrum review HEAD. On a branch, all since main: rostrum review --base main",
    );
  reportSkipped(subject, flags, output);
  reportUnreviewed(subject, flags, output);
  return unreviewed.length > 0 ? EXIT.doubtful : EXIT.answered;
}

/** `--json` and `--dry-run` print longer lists in full. */
const MAX_LISTED = 10;
/** Files that are left out for the same reason. */
const MAX_NAMED = 3;

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
  const groups = [...Map.groupBy(files, ({ reason }) => reason)].map(([reason, group]) => {
    const names = group.slice(0, MAX_NAMED).map(({ path }) => toOneLine(path));
    const rest = group.length - names.length;
    const more = rest > 0 ? ` and ${rest} more (--json lists them)` : "";
    return `${word}: ${names.join(", ")}${more}: ${reason}`;
  });
  const maxListed = dryRun ? groups.length : MAX_LISTED;
  for (const line of groups.slice(0, maxListed)) say(color(line));
  const rest = groups.length - maxListed;
  if (rest > 0) say(color(`${word}: files for ${rest} more reasons; --json lists all of them`));
}
