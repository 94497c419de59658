import { AbortError, readMessage } from "@rostrum/core/support";
import { listNotices, locateFindings, noteReviewed, writeReviewTask } from "@rostrum/core/export";
import type { Budget, BudgetLimits, DebateResult } from "@rostrum/core/protocol";
import { createMaterialTurn, type DebateRecord } from "@rostrum/core/record";
import { explainNothing, PART_TOKENS } from "@rostrum/runtime/repository";
import { loadConfig } from "../config/load.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { isSerious, printFindings } from "../report/findings.ts";
import { formatCostLine } from "../report/lines.ts";
import { NOT_ALL_REVIEWED, reportEnd } from "../reviewing/exit-reason.ts";
import { matchesPattern } from "../reviewing/path-pattern.ts";
import {
  announceSubject,
  describeFiles,
  printNothing,
  reportUnreviewed,
} from "../reviewing/report-subject.ts";
import type { ReviewFlags } from "../reviewing/review-flags.ts";
import { runTask } from "../run/ask.ts";
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
import { placeFindings } from "./place-findings.ts";
import { publishFindings } from "./publish-review.ts";
import { readMaterial, type ReviewMaterial } from "./read-material.ts";
import { isFromFork, readPull, type PullRequest } from "./read-pull-request.ts";
import { requireHead } from "./require-head.ts";
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
      report: (finished) => {
        isReported = true;
        return reportReview(subject, finished, flags, output);
      },
      fail,
    });
  } catch (error) {
    await fail(error);
    throw error;
  }
}

interface ReviewHandlers {
  report(finished: FinishedReview): Promise<ExitCode>;
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
  if (material.documents.length === 0) return reportNothing(subject, flags, output);
  const about = [flags.about ?? "", subject.about].filter(Boolean).join("\n\n");
  announceSubject(material, about === "" ? flags : { ...flags, about }, output);
  const reviewPatch = { ...patch, answer: { type: "findings", partTokens: PART_TOKENS } };
  // Anybody may have written the description, so it is material, and none of the task.
  const description = createMaterialTurn(`${DESCRIPTION_OPENING}\n\n${material.description}`);
  const question = {
    text: writeReviewTask(about),
    context: [description, ...material.documents],
  };
  const notes: string[] = [];
  let run: { id: string; isContinued: boolean; budget: Budget } | null = null;
  const code = await runTask({
    async buildTask(say, journal) {
      const { api, address } = subject;
      const { id = "" } = flags;
      const isContinued = id !== "" && (await journal?.read(id)) !== undefined;
      const remainingUsd = spending.requireRemaining(earlier.summary?.note, { id, isContinued });
      const file =
        flags.config === undefined
          ? await readBaseConfig(api, address, pull)
          : await loadConfig(flags.config);
      const task = await makeNewTask(question, { flags, patch: reviewPatch, say, journal }, file);
      const { config, notices } = isFork
        ? guardConfig(task.config)
        : { config: task.config, notices: [] };
      notes.push(...notices);
      await requireHead(config, pull);
      const budget = createRunBudget(capLimits(config["budget"], remainingUsd));
      run = { id: task.id, isContinued, budget };
      const metadata = noteReviewed(task.metadata, describeFiles(material));
      return { ...task, config: { ...config, budget }, metadata };
    },
    async beforeCalls() {
      if (run !== null) await spending.begin(run, run.budget);
    },
    flags,
    patch: reviewPatch,
    output,
    planFields: { reviewed: describeFiles(material) },
    report: (result, record, printedWarnings) =>
      handlers.report({ result, record, printedWarnings, notes }),
    fail: handlers.fail,
  });
  return code === EXIT.answered && material.unreviewed.length > 0 ? EXIT.doubtful : code;
}

const DESCRIPTION_OPENING =
  "The pull request describes itself as follows, which is a claim to be checked too:";

/** Limits a review to the pull request's remaining budget, and to its panel's. */
function capLimits(panelLimits: unknown, remainingUsd: number): BudgetLimits {
  const limits = (panelLimits ?? {}) as BudgetLimits;
  const usd = Math.min(limits.usd ?? Infinity, remainingUsd);
  return Number.isFinite(usd) ? { ...limits, usd } : limits;
}

interface FinishedReview {
  result: DebateResult;
  record: DebateRecord;
  /** Warnings that were printed before the first call. */
  printedWarnings: readonly string[];
  /** Notices about what was left out. */
  notes: readonly string[];
}

/**
 * Prints and publishes the findings. The exit code says whether a serious one stands, or something was not reviewed.
 */
async function reportReview(
  subject: Subject,
  { notes, ...finished }: FinishedReview,
  flags: Flags,
  output: Output,
): Promise<ExitCode> {
  const { material, earlier } = subject;
  const { result, record } = finished;
  const located = locateFindings(result.findings ?? [], material.documents);
  const matched = matchComments(placeFindings(located, material), earlier.findings, material);
  const isComplete = !result.integrity.degraded && material.unreviewed.length === 0;
  const extraFields = {
    reviewed: describeFiles(material),
    ...describePullRequest(subject, matched.open),
  };
  reportUnreviewed(material, flags, output);
  printFindings({ ...finished, located, isComplete, extraFields }, flags, output);
  for (const note of notes) output.say(note);
  const problems = await publish(subject, flags, {
    ...matched,
    failure: null,
    notices: [...notes, ...listNotices(result).map(({ title }) => title)],
    cost: formatCostLine(record),
  });
  const standing = matched.findings.flatMap(({ finding, earlier: before }) =>
    finding.status === "refuted" || before?.isSettled ? [] : [finding],
  );
  return reportPublished(
    { subject, result, standing: [...standing, ...matched.open], problems },
    flags,
    output,
  );
}

/** Reports that no change can be read. What earlier reviews found still counts. */
async function reportNothing(subject: Subject, flags: Flags, output: Output): Promise<ExitCode> {
  const { material, earlier } = subject;
  const { open } = matchComments([], earlier.findings, material);
  const problems = await publish(subject, flags, { ...EMPTY_OUTCOME, open });
  const reason = explainNothing(material, false);
  printNothing(material, { reason, fields: describePullRequest(subject, open) }, flags, output);
  return reportPublished({ subject, result: null, standing: open, problems }, flags, output);
}

interface PublishedReview {
  subject: Subject;
  result: DebateResult | null;
  /** Findings that count, of this review and of earlier ones. */
  standing: readonly Parameters<typeof isSerious>[0][];
  /** What could not be published. */
  problems: readonly string[];
}

function reportPublished(
  { subject: { material }, result, standing, problems }: PublishedReview,
  flags: Flags,
  output: Output,
): ExitCode {
  for (const problem of problems) output.say(problem);
  const serious = standing.filter((each) => isSerious(each, flags)).length;
  const gap =
    material.unreviewed.length > 0
      ? NOT_ALL_REVIEWED
      : problems.length > 0
        ? "not everything was published"
        : null;
  return reportEnd({ result, serious, gap }, flags, output);
}

/** Field of the JSON output. */
function describePullRequest({ pull }: Subject, open: Outcome["open"]): object {
  return { pullRequest: { commit: pull.head.sha, open } };
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
