import {
  describeVerdict,
  locateFindings,
  noteReviewed,
  writePlanTask,
  writeReviewTask,
} from "@rostrum/core/export";
import type { DebateResult } from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import { readMessage } from "@rostrum/core/support";
import { addRepositoryTools, explainNothing, PART_TOKENS } from "@rostrum/runtime/repository";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { ConfigPatch } from "../options/flags.ts";
import type { ReviewFlags } from "./review-flags.ts";
import { isSerious, printFindings } from "../report/findings.ts";
import { runTask } from "../run/ask.ts";
import { makeNewTask, type AskFlags } from "../run/task.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";
import { NOT_ALL_REVIEWED, reportEnd } from "./exit-reason.ts";
import { readSubject, type ReviewSubject } from "./read-subject.ts";
import {
  announceSubject,
  describeFiles,
  printNothing,
  reportUnreviewed,
} from "./report-subject.ts";

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
  announceSubject(subject, flags, output);
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
  // Contested findings stand too.
  const serious = located.filter(
    (finding) => finding.status !== "refuted" && isSerious(finding, flags),
  ).length;
  return reportEnd({ result, serious, gap: findGap(subject) }, flags, output);
}

/** Prints the verdict on a plan, which is its answer. Other formats have stdout to themselves. */
function printVerdict({ verdict }: DebateResult, flags: ReviewFlags, output: Output): void {
  if (verdict === undefined) return;
  const words = describeVerdict(verdict);
  if (!flags.json && !flags.sarif && !flags.fixPrompt)
    output.print(`${output.stdoutStyle.bold(words)}\n`);
  else if (!flags.quiet) output.say(output.style.bold(words));
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
  const reason =
    paths.length > 0 && skipped.length === 0
      ? `no change of ${paths.join(", ")} in ${title}`
      : explainNothing(subject, subject.isWhole === true);
  const isNothingNamed = args.length === 0 && !flags.staged && !flags.base;
  const isNothingLeftOut = skipped.length + unreviewed.length === 0;
  const hints =
    isNothingNamed && isNothingLeftOut && subject.hasCommits !== false ? [OTHER_CHANGES] : [];
  printNothing(subject, { reason, hints }, flags, output);
  return reportEnd({ result: null, serious: 0, gap: findGap(subject) }, flags, output);
}

const OTHER_CHANGES =
  "Your last commit: rostrum review HEAD. On a branch, all since main: rostrum review --base main";

function findGap({ unreviewed }: ReviewSubject): string | null {
  return unreviewed.length > 0 ? NOT_ALL_REVIEWED : null;
}
