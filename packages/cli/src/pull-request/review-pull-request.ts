import { AbortError, readMessage } from "@rostrum/core/support";
import { listNotices, locateFindings, writeReviewTask } from "@rostrum/core/export";
import type { Budget, BudgetLimits, DebateResult } from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import { loadConfig } from "../config/load.ts";
import { EXIT, chooseReviewExitCode, type ExitCode } from "../exit-code.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { isSerious, printFindings } from "../report/findings.ts";
import { formatCostLine } from "../report/lines.ts";
import { runTask } from "../run/ask.ts";
import { noteUnreviewed } from "../run/origin.ts";
import { makeNewTask, type AskFlags } from "../run/task.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";
import { readBaseConfig } from "./base-config.ts";
import type { Summary } from "./comment-text.ts";
import { readEarlierComments, type EarlierComments } from "./earlier-comments.ts";
import { findPullRequest, type PullRequestAddress } from "./find-pull-request.ts";
import { createGitHubApi, type GitHubApi } from "./github-api.ts";
import { guardConfig, guardFolder } from "./guard-fork.ts";
import { matchComments } from "./match-comments.ts";
import { matchesPattern } from "./path-pattern.ts";
import { placeFindings } from "./place-findings.ts";
import { publishFindings } from "./publish-review.ts";
import {
  isFromFork,
  readMaterial,
  readPull,
  type PullRequest,
  type ReviewMaterial,
} from "./read-pull-request.ts";
import { requireHead } from "./require-head.ts";
import type { ReviewFlags } from "./review-flags.ts";
import { createRunBudget } from "./run-budget.ts";
import { SpendingRecord } from "./spending-record.ts";

type Flags = AskFlags & ReviewFlags;

/** A pull request with everything that a review of it needs, read once. */
interface Subject {
  api: GitHubApi;
  address: PullRequestAddress;
  pull: PullRequest;
  material: ReviewMaterial;
  earlier: EarlierComments;
  about: string;
  spending: SpendingRecord;
}

/** Reviews a pull request and publishes the findings. Changes that could not be reviewed are always reported. */
export async function reviewPullRequest(
  target: string | true,
  flags: Flags,
  patch: ConfigPatch,
  output: Output,
): Promise<ExitCode> {
  const request = await findPullRequest(target, process.env);
  if ("nothing" in request) {
    output.say(`nothing to review: ${request.nothing}`);
    return EXIT.answered;
  }
  const subject = await readSubject(request.address, request.about, flags);
  if (subject.pull.state !== "open") {
    output.say(`nothing to review: the pull request is ${subject.pull.state}`);
    return EXIT.answered;
  }
  let isReported = false;
  const fail = async (error: unknown): Promise<void> => {
    try {
      // The user who stopped it knows, and a newer review may be running.
      if (isReported || error instanceof AbortError) await subject.spending.settle();
      else await publish(subject, flags, { ...EMPTY_OUTCOME, failure: readMessage(error) });
    } catch (publishError) {
      output.say(`the summary could not be written: ${readMessage(publishError)}`);
    }
  };
  try {
    return await runReview(subject, flags, patch, output, {
      report: (result, record, notes) => {
        isReported = true;
        return reportReview(subject, { result, record, notes }, flags, output);
      },
      fail,
    });
  } catch (error) {
    await fail(error);
    throw error;
  }
}

interface ReviewHandlers {
  report(result: DebateResult, record: DebateRecord, notes: readonly string[]): Promise<ExitCode>;
  fail(error: unknown): Promise<void>;
}

async function runReview(
  subject: Subject,
  flags: Flags,
  patch: ConfigPatch,
  output: Output,
  handlers: ReviewHandlers,
): Promise<ExitCode> {
  const { material, pull, earlier, spending } = subject;
  const isFork = isFromFork(pull);
  if (isFork) guardFolder(flags.config);
  if (!material.documents.some(({ document }) => document === material.diff)) {
    await publish(subject, flags, EMPTY_OUTCOME);
    output.say("nothing to review: there is no change that can be read");
    return material.unreviewed.length > 0 ? EXIT.doubtful : EXIT.answered;
  }
  const reviewPatch = { ...patch, answer: { type: "findings" } };
  const text = writeReviewTask([flags.about ?? "", subject.about].join("\n\n"));
  const notes: string[] = [];
  let run: { id: string; isContinued: boolean; budget: Budget } | null = null;
  return runTask({
    async buildTask(say, journal) {
      const { api, address } = subject;
      const { id = "" } = flags;
      const isContinued = id !== "" && (await journal?.read(id)) !== undefined;
      const remainingUsd = spending.requireRemaining(earlier.summary?.note, { id, isContinued });
      const file =
        flags.config === undefined
          ? await readBaseConfig(api, address, pull)
          : await loadConfig(flags.config);
      const question = { text, context: material.documents };
      const task = await makeNewTask(question, { flags, patch: reviewPatch, say, journal }, file);
      const { config, notices } = isFork
        ? guardConfig(task.config)
        : { config: task.config, notices: [] };
      notes.push(...notices);
      await requireHead(config, pull);
      const budget = createRunBudget(capLimits(config["budget"], remainingUsd));
      run = { id: task.id, isContinued, budget };
      const metadata = noteUnreviewed(task.metadata, material.unreviewed);
      return { ...task, config: { ...config, budget }, metadata };
    },
    async beforeCalls() {
      if (run !== null) await spending.begin(run, run.budget);
    },
    flags,
    patch: reviewPatch,
    output,
    report: (result, record) => handlers.report(result, record, notes),
    fail: handlers.fail,
  });
}

/** Limits a review to the pull request's remaining budget, and to its panel's. */
function capLimits(panelLimits: unknown, remainingUsd: number): BudgetLimits {
  const limits = (panelLimits ?? {}) as BudgetLimits;
  const usd = Math.min(limits.usd ?? Infinity, remainingUsd);
  return Number.isFinite(usd) ? { ...limits, usd } : limits;
}

interface FinishedReview {
  result: DebateResult;
  record: DebateRecord;
  /** Notices about what was left out. */
  notes: readonly string[];
}

/**
 * Prints and publishes the findings. The exit code says whether a serious one stands, or something was not reviewed.
 */
async function reportReview(
  subject: Subject,
  { result, record, notes }: FinishedReview,
  flags: Flags,
  output: Output,
): Promise<ExitCode> {
  const { material, earlier, pull } = subject;
  const findings = locateFindings(result.findings ?? [], material.documents);
  const matched = matchComments(placeFindings(findings, material), earlier.findings, material);
  const paths = new Set(matched.findings.map(({ finding }) => finding.at?.path));
  // Editors can't open places in the diff or the description.
  const located = findings.map((finding) => {
    const { at } = finding;
    return { ...finding, at: at !== null && paths.has(at.document) ? at : null };
  });
  const { integrity } = result;
  const { unreviewed, skipped } = material;
  const isComplete = !integrity.degraded && unreviewed.length === 0;
  const pullRequestFields = { commit: pull.head.sha, unreviewed, skipped, open: matched.open };
  printFindings(
    { result, record, located, isComplete, extraFields: { pullRequest: pullRequestFields } },
    flags,
    output,
  );
  for (const note of notes) output.say(note);
  for (const { path, reason } of skipped) output.say(`skipped: ${path}: ${reason}`);
  for (const { path, reason } of unreviewed) output.say(`not reviewed: ${path}: ${reason}`);
  const problems = await publish(subject, flags, {
    ...matched,
    failure: null,
    notices: [...notes, ...listNotices(result).map(({ title }) => title)],
    cost: formatCostLine(record),
  });
  for (const problem of problems) output.say(problem);
  const standing = matched.findings.flatMap(({ finding, earlier: before }) =>
    finding.status === "refuted" || before?.isSettled ? [] : [finding],
  );
  if ([...standing, ...matched.open].some((each) => isSerious(each, flags))) return EXIT.findings;
  const code = chooseReviewExitCode(result);
  const isPartial = unreviewed.length > 0 || problems.length > 0;
  return code === EXIT.answered && isPartial ? EXIT.doubtful : code;
}

/** Outcome of a review, for the summary. */
type Outcome = Pick<Summary, "findings" | "open" | "failure" | "notices" | "cost">;

const EMPTY_OUTCOME: Outcome = {
  findings: [],
  open: [],
  failure: null,
  notices: [],
  cost: "",
};

/** Writes to the pull request, unless it has a new head commit: a review is about one commit. Returns problems. */
async function publish(subject: Subject, flags: Flags, outcome: Outcome): Promise<string[]> {
  if (!flags.comment || flags.dryRun) return [];
  const { api, address, pull, material, earlier, spending } = subject;
  const { head } = await readPull(api, address);
  if (head.sha !== pull.head.sha) {
    await spending.settle();
    return [
      `nothing was published: the head is ${head.sha} now, and this is about ${pull.head.sha}`,
    ];
  }
  const problems = await publishFindings(api, address, { findings: outcome.findings, pull });
  const open =
    outcome.failure === null ? outcome.open : matchComments([], earlier.findings, material).open;
  await spending.publish({ ...outcome, open, notices: [...outcome.notices, ...problems] });
  return problems;
}

const MAX_READS = 3;

/** Reads everything at one head commit. Starts over if somebody pushes in between. */
async function readSubject(
  address: PullRequestAddress,
  about: string,
  { skip = [], comment, dryRun, maxCostPerPr }: Flags,
): Promise<Subject> {
  const api = createGitHubApi(process.env);
  const isSkipped = (path: string): boolean => skip.some((each) => matchesPattern(path, each));
  for (let reads = 1; ; reads += 1) {
    const pull = await readPull(api, address);
    const material = await readMaterial(api, address, pull, isSkipped);
    const isPublic = comment && !dryRun;
    const earlier = isPublic
      ? await readEarlierComments(api, address, pull)
      : { findings: [], summary: null };
    const { head } = await readPull(api, address);
    if (head.sha === pull.head.sha) {
      const maxUsd = maxCostPerPr ?? null;
      const spending = new SpendingRecord({ api, address, pull, material, maxUsd, isPublic });
      return { api, address, pull, material, earlier, about, spending };
    }
    if (reads === MAX_READS)
      throw new UserError("the pull request keeps changing: try again later");
  }
}
