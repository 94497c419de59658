import type { DebateConfig, AnswerKind, Journal, DebateResult } from "@rostrum/core/protocol";
import { runResolved, resolveConfig } from "@rostrum/runtime/api";
import { AbortError, ConfigError } from "@rostrum/core/support";
import { nameArms, type Arm, type NamedArm } from "./arms.ts";
import { checkEqualCost } from "./check-equal-cost.ts";
import type { EvalItem } from "./datasets/item.ts";
import { forEachLimited } from "./for-each-limited.ts";
import { listAnswers, checkGolds, createRowGrade, applyGrades } from "./grade.ts";
import { createGrader, type GradeOptions, type Grader } from "./grading/grader.ts";
import { summarizeGrading } from "./grading/summary.ts";
import {
  createFailedOutcome,
  type ArmOutcome,
  type EvalRow,
  type GradedAnswer,
} from "./outcome.ts";
import { runArm } from "./run-arm.ts";
import { openSamples, type Samples } from "./samples.ts";
import { summarizeRows, type EvalReport } from "./summary.ts";

/** Progress of an evaluation. */
export interface EvalProgress {
  /** Questions with all independent answers, out of `total`. This phase comes first. */
  answered: number;
  /** Finished questions, out of `total`. */
  done: number;
  total: number;
  /** Calls made so far; shared samples count once. */
  calls: number;
  usd: number | null;
  elapsedMs: number;
  /** Estimated from the pace so far. */
  leftMs: number;
}

/** Options of `evaluate()`. */
export interface EvalOptions {
  /** The evaluation's id. With a journal, the same id resumes it. Default `eval`. */
  id?: string;
  items: readonly EvalItem[];
  panel: DebateConfig<never>;
  arms: readonly Arm[];
  /**
   * Spending limit for new calls in US dollars; replies in the journal are free. When reached, the evaluation ends with the
   * finished questions.
   */
  maxCost?: number;
  /** Model that grades by a rubric, or where the rules are uncertain. Default: rules alone. */
  grade?: GradeOptions;
  /** Questions in parallel. Default 8. */
  concurrency?: number;
  journal?: Journal;
  signal?: AbortSignal;
  onProgress?(progress: EvalProgress): void;
}

/** Asks every arm the same questions, on shared samples, and reports the differences. */
export async function evaluate(options: EvalOptions): Promise<EvalReport> {
  const { items, panel, concurrency = 8 } = options;
  const arms = nameArms(options.arms);
  if (items.length < 2)
    throw new ConfigError("items", `expected two questions or more, got ${items.length}`);
  if (!(concurrency >= 1))
    throw new ConfigError("concurrency", `expected a number from 1 on, got ${concurrency}`);
  if (arms.length === 0) throw new ConfigError("arms", "expected at least one arm, got none");
  checkEqualCost(arms, panel);
  const { id = "eval", journal, maxCost: maxUsd } = options;
  const answer = panel.answer as AnswerKind<unknown> | undefined;
  if (!options.grade) checkGolds(items, answer);
  const samples = await openSamples(id, journal, maxUsd);
  const startedAt = performance.now();
  /** By index of the question, in the order in which they end. */
  const rowsByIndex = new Map<number, EvalRow>();
  let answeredCount = 0;
  let unansweredCount = 0;
  let grader: Grader | null = null;
  try {
    // Refuses a model without a known price before any call, because its spending can't be limited.
    samples.withSharedReplies(resolveConfig(panel));
    for (const arm of arms) {
      if ("config" in arm)
        samples.withSharedReplies(resolveConfig({ ...panel, ...arm.config }), arm.name);
    }
    grader = options.grade ? createGrader(options.grade, panel, samples, options.signal) : null;
    const independent = await askAll(options, samples, concurrency, (hasAnswer) => {
      if (hasAnswer) answeredCount += 1;
      else unansweredCount += 1;
      progress();
    });
    const evaluation = { options, arms, answer, samples, grader, independent };
    const answeredIndexes = [...independent.keys()];
    await forEachLimited(answeredIndexes, concurrency, async (index, position) => {
      if (samples.stopReason() !== null) return;
      const next = answeredIndexes[(position + 1) % answeredIndexes.length];
      const row = await askArms(evaluation, index, next === index ? undefined : next);
      samples.checkWritten();
      // A row that hit the spending limit is incomplete.
      if (samples.stopReason() !== null) return;
      rowsByIndex.set(index, row);
      progress();
    });
  } catch (error) {
    // If the journal has failed, its second error must not hide the first.
    await samples.close().catch(() => undefined);
    throw error;
  }
  await samples.close();
  const rows = sortByIndex(rowsByIndex);
  return summarizeRows({
    id,
    arms,
    rows,
    answer,
    asked: items.length,
    unanswered: unansweredCount,
    stopped: samples.stopReason(),
    spent: samples.spent(),
    grading: grader && summarizeGrading(grader, rows),
  });

  function progress(): void {
    const { calls, usd } = samples.spent();
    const elapsedMs = performance.now() - startedAt;
    const done = rowsByIndex.size;
    const total = items.length;
    // Every question is processed twice, once for round 0, once for the arms; a vote takes no time. The arms aren't
    // asked a question whose round 0 failed.
    const phases = arms.every(({ type }) => type === "vote") ? 1 : 2;
    const finished = answeredCount + unansweredCount + (phases - 1) * (done + unansweredCount);
    const leftMs = (elapsedMs / Math.max(1, finished)) * (phases * total - finished);
    options.onProgress?.({ answered: answeredCount, done, total, calls, usd, elapsedMs, leftMs });
  }
}

/** Shared inputs of all questions of an evaluation. */
interface Evaluation {
  options: EvalOptions;
  arms: readonly NamedArm[];
  answer: AnswerKind<unknown> | undefined;
  samples: Samples;
  grader: Grader | null;
  /** Round 0 by index of the question. */
  independent: ReadonlyMap<number, DebateResult<unknown>>;
}

/** Asks every arm one question. `next`: index of another question with answers, for the placebo to show. */
async function askArms(
  evaluation: Evaluation,
  index: number,
  next: number | undefined,
): Promise<EvalRow> {
  const { options, arms, answer, samples, grader, independent } = evaluation;
  const item = options.items[index] as EvalItem;
  const independentResult = independent.get(index) as DebateResult<unknown>;
  const before = new Map<string, ArmOutcome>();
  const ask = async (arm: NamedArm, graded: GradedAnswer[] = []): Promise<void> => {
    const pendingOutcome = runArm(arm, {
      panel: options.panel,
      item,
      grade: createRowGrade({ item, graded }, answer),
      independent: independentResult,
      otherQuestion: next === undefined ? undefined : independent.get(next),
      before,
      withSharedReplies: (resolved) => samples.withSharedReplies(resolved, arm.name),
      secret: samples.secret,
      signal: options.signal,
    });
    const outcome = await pendingOutcome.catch((error: unknown) => {
      rethrowUnlessOneDebate(error, samples);
      return createFailedOutcome(error);
    });
    before.set(arm.name, outcome);
  };
  for (const arm of arms) await ask(arm);
  const row = { item, independent: independentResult, outcomes: Object.fromEntries(before) };
  if (grader === null) return row;
  const graded = await grader.grade(item, listAnswers(row), answer);
  // The oracle picks by these grades; it makes no call.
  for (const arm of arms) if (arm.type === "oracle") await ask(arm, graded);
  return applyGrades({ ...row, outcomes: Object.fromEntries(before) }, graded);
}

/** Runs round 0 of every question first: the placebo needs another question's answers. */
async function askAll(
  { items, panel, signal }: EvalOptions,
  samples: Samples,
  concurrency: number,
  onAsked: (hasAnswer: boolean) => void,
): Promise<Map<number, DebateResult<unknown>>> {
  const results = new Map<number, DebateResult<unknown>>();
  let failure: unknown;
  const alone = { rounds: 0, decide: "majority", poll: "everyone", route: "always" } as const;
  const config: DebateConfig<never> = { ...panel, ...alone };
  await forEachLimited(items, concurrency, async (item, index) => {
    if (samples.stopReason() !== null) return;
    const options = { secret: samples.secret, ...(signal ? { signal } : {}) };
    try {
      const result = await runResolved(config, item.question, options, (resolved) =>
        samples.withSharedReplies(resolved),
      );
      samples.checkWritten();
      // A result of the spending limit is discarded.
      if (samples.stopReason() !== null) return;
      results.set(index, result);
      onAsked(true);
    } catch (error) {
      rethrowUnlessOneDebate(error, samples);
      failure ??= error;
      if (samples.stopReason() === null) onAsked(false);
    }
  });
  // If no question was finished, the first error is thrown.
  if (results.size === 0 && failure !== undefined && samples.stopReason() === null) throw failure;
  return new Map([...results].sort(([a], [b]) => a - b));
}

function sortByIndex<T>(byIndex: ReadonlyMap<number, T>): T[] {
  return [...byIndex].sort(([a], [b]) => a - b).map(([, value]) => value);
}

/**
 * A failed arm counts as a wrong answer, and a failed round 0 is counted apart; an abort, an invalid config or a failed
 * journal ends the evaluation.
 */
function rethrowUnlessOneDebate(error: unknown, samples: Samples): void {
  samples.checkWritten();
  if (error instanceof AbortError || error instanceof ConfigError) throw error;
}
