import { createBudget, Debate } from "@rostrum/runtime/api";
import {
  addRepositoryTools,
  PART_TOKENS,
  type Repository,
  readFix,
  type PastFix,
} from "@rostrum/runtime/repository";
import { AbortError, BudgetExceededError, readMessage } from "@rostrum/core/support";
import { writeReviewTask } from "@rostrum/core/export";
import type { Finding, Journal, DebateConfig } from "@rostrum/core/protocol";
import { createFixMatcher, type FixMatcher } from "./match-findings.ts";
import { summarizeReviews, type FixOutcome, type ReviewsReport } from "./reviews-report.ts";

/** Options of `evaluateReviews()`. */
export interface ReviewsOptions {
  repository: Repository;
  /** Commits, each of which fixed something. */
  fixes: readonly string[];
  panel: DebateConfig<never>;
  /** `before`: review the files before the fix. `reverse`: review the change that reverts the fix. */
  mode: "before" | "reverse";
  /** Paths that no reviewer sees, such as tests that came with the fix. */
  isSkipped(path: string): boolean;
  /** True if reviewers may read the other files of the repository, as they were before the fix. */
  withFiles: boolean;
  /** Prefix of the reviews' ids, so that they can be resumed. */
  id: string;
  journal?: Journal;
  /** Spending limit for all reviews, in US dollars. Excludes the calls that match findings. */
  maxCost?: number;
  signal?: AbortSignal;
  onFix?(outcome: FixOutcome, done: number, total: number): void;
}

/** Lets a panel review the code before past fixes, and counts which of the fixed defects it finds. */
export async function evaluateReviews(options: ReviewsOptions): Promise<ReviewsReport> {
  const { fixes, mode, panel, maxCost, repository, isSkipped, onFix } = options;
  const budget = maxCost === undefined ? {} : { budget: createBudget({ usd: maxCost }) };
  const matcher = createFixMatcher(panel);
  // Read all fixes before paying for the first call, so that a wrong commit costs nothing.
  const past = await Promise.all(fixes.map((name) => readFix(repository, name, isSkipped)));
  const outcomes: FixOutcome[] = [];
  let stopped = false;
  for (const fix of past) {
    if (stopped) break;
    const reviewed = await reviewFix(fix, { ...options, panel: { ...panel, ...budget } }, matcher);
    stopped = reviewed.stopped;
    outcomes.push(reviewed.outcome);
    onFix?.(reviewed.outcome, outcomes.length, past.length);
  }
  return summarizeReviews(outcomes, { mode, matchedBy: matcher.model, stopped });
}

async function reviewFix(
  fix: PastFix,
  { mode, panel, withFiles, repository, id, journal, signal }: ReviewsOptions,
  matcher: FixMatcher,
): Promise<{ outcome: FixOutcome; stopped: boolean }> {
  const documents = mode === "before" ? fix.before : fix.reversed;
  const { commit, title } = fix;
  const files = documents.map(({ document }) => document);
  const empty = { commit, title, files, members: [], findings: [], matches: null, costUsd: null };
  try {
    const config = {
      ...panel,
      ...(journal === undefined ? {} : { journal }),
      answer: { type: "findings", partTokens: PART_TOKENS },
    };
    const place = { folder: repository.root, commit: fix.parent };
    const debate = new Debate(
      (withFiles ? addRepositoryTools(config, place) : config) as unknown as DebateConfig<
        Finding[]
      >,
    );
    const result = await debate.run(
      { text: writeReviewTask(), context: documents },
      { id: `${id}_${mode}_${commit.slice(0, 12)}`, ...(signal ? { signal } : {}) },
    );
    const members = (result.rounds[0]?.positions ?? []).map(({ debater }) => debater);
    const standing = (result.findings ?? []).filter(({ status }) => status !== "refuted");
    const matched = await matcher.match(fix, standing, signal);
    const costUsd =
      result.costUsd === null || matched.costUsd === null ? null : result.costUsd + matched.costUsd;
    const findings = standing.map(({ claim, severity, by }) => ({ claim, severity, by }));
    const outcome: FixOutcome = { ...empty, members, findings, matches: matched.places, costUsd };
    if (matched.places === null) outcome.error = "the model that matches findings gave no list";
    return { outcome, stopped: false };
  } catch (error) {
    if (error instanceof AbortError) throw error;
    const outcome = { ...empty, error: readMessage(error) };
    return { outcome, stopped: error instanceof BudgetExceededError };
  }
}
