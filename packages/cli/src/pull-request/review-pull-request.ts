import { AbortError, readMessage } from "@rostrum/core/support";
import { listNotices, locateFindings, writeReviewTask } from "@rostrum/core/export";
import type { DebateResult } from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import { loadConfig } from "../config/load.ts";
import { EXIT, chooseReviewExitCode, type ExitCode } from "../exit-code.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { isSerious, printFindings } from "../report/findings.ts";
import { formatCostLine } from "../report/lines.ts";
import { runTask } from "../run/ask.ts";
import { noteUnreviewed } from "../run/origin.ts";
import { makeNewTask, type AskFlags, type AskTask } from "../run/task.ts";
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
import { publishReview } from "./publish-review.ts";
import {
  isFromFork,
  readMaterial,
  readPull,
  type PullRequest,
  type ReviewMaterial,
} from "./read-pull-request.ts";
import { requireHead } from "./require-head.ts";
import type { ReviewFlags } from "./review-flags.ts";

type Flags = AskFlags & ReviewFlags;

/** A pull request with everything that a review of it needs, read once. */
interface Subject {
  api: GitHubApi;
  address: PullRequestAddress;
  pull: PullRequest;
  material: ReviewMaterial;
  earlier: EarlierComments;
  about: string;
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
  const fail = async (error: unknown, chargedUsd: number): Promise<void> => {
    // The user who stopped it knows, and a newer review may be running.
    if (isReported || error instanceof AbortError) return;
    try {
      const failure = readMessage(error);
      await publish(subject, flags, { ...EMPTY_OUTCOME, failure, chargedUsd });
    } catch (publishError) {
      output.say(`the summary could not be written: ${readMessage(publishError)}`);
    }
  };
  try {
    return await runReview(subject, flags, patch, output, {
      report: (result, record, chargedUsd, notes) => {
        isReported = true;
        return reportReview(subject, { result, record, chargedUsd, notes }, flags, output);
      },
      fail,
    });
  } catch (error) {
    await fail(error, 0);
    throw error;
  }
}

interface ReviewHandlers {
  report(
    result: DebateResult,
    record: DebateRecord,
    chargedUsd: number,
    notes: readonly string[],
  ): Promise<ExitCode>;
  fail(error: unknown, chargedUsd: number): Promise<void>;
}

async function runReview(
  subject: Subject,
  flags: Flags,
  patch: ConfigPatch,
  output: Output,
  handlers: ReviewHandlers,
): Promise<ExitCode> {
  const { material, pull, earlier } = subject;
  const remainingUsd = (flags.maxCostPerPr ?? Infinity) - (earlier.summary?.usd ?? 0);
  const isFork = isFromFork(pull);
  if (isFork) guardFolder(flags.config);
  if (!material.documents.some(({ document }) => document === material.diff)) {
    await publish(subject, flags, EMPTY_OUTCOME);
    output.say("nothing to review: there is no change that can be read");
    return material.unreviewed.length > 0 ? EXIT.doubtful : EXIT.answered;
  }
  if (remainingUsd <= 0) {
    await handlers.fail(new Error("the budget of this pull request is used up"), 0);
    output.say("not reviewed: the budget of this pull request is used up (--max-cost-per-pr)");
    return EXIT.budget;
  }
  const reviewPatch = { ...patch, answer: { type: "findings" } };
  const text = writeReviewTask([flags.about ?? "", subject.about].join("\n\n"));
  const notes: string[] = [];
  let charge = (costUsd: number | null): number => costUsd ?? 0;
  return runTask({
    async buildTask(say, journal) {
      const { api, address } = subject;
      const file =
        flags.config === undefined
          ? await readBaseConfig(api, address, pull)
          : await loadConfig(flags.config);
      const question = { text, context: material.documents };
      const task = capTask(
        await makeNewTask(question, { flags, patch: reviewPatch, say, journal }, file),
        remainingUsd,
      );
      const { config, notices } = isFork
        ? guardConfig(task.config)
        : { config: task.config, notices: [] };
      notes.push(...notices);
      await requireHead(config, pull);
      // The cost is unknown if a reply never arrived. Then the whole cap counts as spent.
      const cap = readUsd(config["budget"]);
      charge = (costUsd) => costUsd ?? cap ?? 0;
      const metadata = noteUnreviewed(task.metadata, material.unreviewed);
      return { ...task, config, metadata };
    },
    flags,
    patch: reviewPatch,
    output,
    report: (result, record) => handlers.report(result, record, charge(result.costUsd), notes),
    fail: (error, { result }) => handlers.fail(error, charge(result.costUsd)),
  });
}

/** Limits a review to the pull request's remaining budget, and to its panel's. */
function capTask(task: AskTask, remainingUsd: number): AskTask {
  if (!Number.isFinite(remainingUsd)) return task;
  const { budget } = task.config;
  const usd = Math.min(readUsd(budget) ?? Infinity, remainingUsd);
  return { ...task, config: { ...task.config, budget: { ...(budget as object), usd } } };
}

function readUsd(budget: unknown): number | null {
  const { usd } = (budget ?? {}) as { usd?: unknown };
  return typeof usd === "number" ? usd : null;
}

interface FinishedReview {
  result: DebateResult;
  record: DebateRecord;
  /** Counts towards the pull request's budget, in US dollars. */
  chargedUsd: number;
  /** Notices about what was left out. */
  notes: readonly string[];
}

/**
 * Prints and publishes the findings. The exit code says whether a serious one stands, or something was not reviewed.
 */
async function reportReview(
  subject: Subject,
  { result, record, chargedUsd, notes }: FinishedReview,
  flags: Flags,
  output: Output,
): Promise<ExitCode> {
  const { material, earlier, pull } = subject;
  const findings = result.findings ?? [];
  const matched = matchComments(placeFindings(findings, material), earlier.findings, material);
  const paths = new Set(matched.findings.map(({ finding }) => finding.at?.path));
  // Editors can't open places in the diff or the description.
  const located = locateFindings(findings, material.documents).map((finding) => {
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
    chargedUsd,
  });
  for (const problem of problems) output.say(problem);
  const standing = matched.findings.flatMap(({ finding, earlier: before }) =>
    finding.status === "refuted" || before?.isSettled ? [] : [finding],
  );
  if ([...standing, ...matched.open].some((each) => isSerious(each, flags.failOn)))
    return EXIT.findings;
  const code = chooseReviewExitCode(result);
  const isPartial = unreviewed.length > 0 || problems.length > 0;
  return code === EXIT.answered && isPartial ? EXIT.doubtful : code;
}

/** Outcome of a review, for the summary. */
type Outcome = Pick<Summary, "findings" | "open" | "failure" | "notices" | "cost"> &
  Pick<FinishedReview, "chargedUsd">;

const EMPTY_OUTCOME: Outcome = {
  findings: [],
  open: [],
  failure: null,
  notices: [],
  cost: "",
  chargedUsd: 0,
};

/** Writes to the pull request, unless it has a new head commit: a review is about one commit. Returns problems. */
async function publish(subject: Subject, flags: Flags, outcome: Outcome): Promise<string[]> {
  if (!flags.comment || flags.dryRun) return [];
  const { api, address, pull, material, earlier } = subject;
  const { head } = await readPull(api, address);
  if (head.sha !== pull.head.sha) {
    return [
      `nothing was published: the head is ${head.sha} now, and this is about ${pull.head.sha}`,
    ];
  }
  const { chargedUsd, ...summaryFields } = outcome;
  const open =
    summaryFields.failure === null
      ? summaryFields.open
      : matchComments([], earlier.findings, material).open;
  const note = { commit: pull.head.sha, usd: (earlier.summary?.usd ?? 0) + chargedUsd };
  const summary = {
    ...summaryFields,
    open,
    pull,
    material,
    note,
    maxUsd: flags.maxCostPerPr ?? null,
  };
  return publishReview(api, address, summary, earlier.summary?.commentId ?? null);
}

const MAX_READS = 3;

/** Reads everything at one head commit. Starts over if somebody pushes in between. */
async function readSubject(
  address: PullRequestAddress,
  about: string,
  { skip = [], comment, dryRun }: Flags,
): Promise<Subject> {
  const api = createGitHubApi(process.env);
  const isSkipped = (path: string): boolean => skip.some((each) => matchesPattern(path, each));
  for (let reads = 1; ; reads += 1) {
    const pull = await readPull(api, address);
    const material = await readMaterial(api, address, pull, isSkipped);
    const earlier =
      comment && !dryRun
        ? await readEarlierComments(api, address, pull)
        : { findings: [], summary: null };
    const { head } = await readPull(api, address);
    if (head.sha === pull.head.sha) return { api, address, pull, material, earlier, about };
    if (reads === MAX_READS)
      throw new UserError("the pull request keeps changing: try again later");
  }
}
