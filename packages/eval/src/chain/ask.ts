import {
  ChainError,
  JournalMismatchError,
  PanelFailedError,
  RostrumError,
} from "@rostrum/core/support";
import type { CallCost, PartialResult } from "@rostrum/core/protocol";
import { hash32 } from "@rostrum/core/record";
import { loadEngine } from "@rostrum/runtime/api";
import type { CheckedChain } from "./check-chain.ts";

/** A question of a step, with its position in the chain. */
export interface ChainQuestion {
  question: unknown;
  index: number;
  /** Index in the step's list of questions; `null` for a single question. */
  listIndex: number | null;
}

/** A decided answer, and how it was found. */
export interface DecidedAnswer {
  result: PartialResult;
  retried: number;
  /** Ids of the runs. */
  runs: string[];
}

/**
 * Asks until the answer is decided. Each attempt is a separate run with its own seed. `onCost` gets the cost of each run,
 * also of one that failed.
 */
export async function askUntilDecided(
  chain: CheckedChain,
  chainQuestion: ChainQuestion,
  onCost: (cost: CallCost) => void,
): Promise<DecidedAnswer> {
  const runs: string[] = [];
  let last: PartialResult | PanelFailedError | null = null;
  for (let attempt = 0; attempt <= chain.retries; attempt++) {
    const id = formatRunId(chain.id, chainQuestion, attempt);
    runs.push(id);
    try {
      const result = await askOnce(chain, chainQuestion, id, attempt);
      onCost(getRunCost(result));
      if (isDecided(result)) return { result, retried: attempt, runs };
      last = result;
    } catch (error) {
      if (error instanceof RostrumError && error.partial) onCost(getRunCost(error.partial));
      if (!(error instanceof PanelFailedError))
        throw nameDifferingStep(error, chain.id, chainQuestion);
      last = error;
    }
  }
  throw createUndecidedError(chain, chainQuestion, last);
}

async function askOnce(
  { config, panel, resolved, journal, keep, budget, signal, id: chainId }: CheckedChain,
  { question, index, listIndex }: ChainQuestion,
  id: string,
  attempt: number,
): Promise<PartialResult> {
  const { journal: _, ...rest } = config;
  const runJournal = journal !== null && keep !== "states" ? journal : null;
  const seed = hash32(`${resolved.seed} chain ${index} ${listIndex ?? ""} ${attempt}`);
  const { createRun, createTask, execute } = await loadEngine();
  const run = createRun(
    {
      ...rest,
      ...(runJournal ? { journal: runJournal } : {}),
      ...(budget ? { budget: budget.budget } : {}),
    },
    { ...resolved, seed },
    createTask(question, id),
    { metadata: { chain: chainId, step: index, attempt }, ...(signal ? { signal } : {}) },
  );
  if (panel !== null) run.panel = panel;
  return execute(budget ? { ...run, chargeReplays: budget.own } : run);
}

/** `chain:12`; `chain:12.3` for the fourth question of a list; `chain:12r1` for a retry. */
function formatRunId(chain: string, { index, listIndex }: ChainQuestion, attempt: number): string {
  const number = listIndex === null ? `${index}` : `${index}.${listIndex}`;
  return attempt === 0 ? `${chain}:${number}` : `${chain}:${number}r${attempt}`;
}

function getRunCost({ usage: { calls, ...usage }, costUsd }: PartialResult): CallCost {
  return { attempts: calls, usage, costUsd };
}

/** Names the step whose question differs from the journaled one, which means that the task has changed. */
function nameDifferingStep(error: unknown, id: string, { index }: ChainQuestion): unknown {
  if (!(error instanceof JournalMismatchError)) return error;
  const parts = error.differs.map((part) => `${part} of step ${index}`);
  return new JournalMismatchError(id, parts);
}

function createUndecidedError(
  { retries, journal, keep }: CheckedChain,
  { index, listIndex }: ChainQuestion,
  last: PartialResult | PanelFailedError | null,
): ChainError {
  const times = retries === 0 ? "once" : `${retries + 1} times`;
  const questionLabel = listIndex === null ? "" : `, question ${listIndex}`;
  const failed = last instanceof PanelFailedError;
  const reason = failed ? last.message : `it ended as ${last?.stopReason ?? "unfinished"}`;
  const error = new ChainError(
    `step ${index}${questionLabel}: expected a decided answer, but it stayed undecided when asked ${times} (${reason}). ` +
      (journal === null
        ? "Raise `retries`, add members or make the step smaller, and begin a chain with this error's `state` as `start`"
        : `${adviseSameId(failed, retries, keep)}. With more members or smaller steps, ` +
          "take a new id, and this error's `state` as `start`"),
    failed ? { cause: last } : {},
  );
  if (last) error.partial = failed ? last.partial : last;
  return error;
}

/** Says how the same id helps, which needs the same panel and the same questions. */
function adviseSameId(failed: boolean, retries: number, keep: CheckedChain["keep"]): string {
  const raise = `run the same id with \`retries\` above ${retries}`;
  return failed || keep === "states"
    ? `To continue from here, run the same id once the cause is gone, or ${raise}`
    : `To continue from here, ${raise}`;
}

/**
 * True if the answer was decided, and isn't just the best one available: a lead, a target or a stop rule's agreement
 * was reached, or a checker, router, judge or person decided.
 */
function isDecided(result: PartialResult): boolean {
  const { answer, stopReason, converged, escalateToHuman, decision, integrity, review } = result;
  if (answer === null) return false;
  if (review !== undefined) return review.verdict !== "reject";
  if (["decided", "verified", "routed"].includes(stopReason)) return true;
  if (escalateToHuman) return false;
  return converged || (decision.method === "judged" && integrity.fallback === null);
}
