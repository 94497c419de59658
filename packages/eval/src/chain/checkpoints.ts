import { formatCount } from "@rostrum/core/export";
import { JournalError } from "@rostrum/core/support";
import {
  NO_COST,
  NO_SPEND,
  type CallCost,
  type Charge,
  type Journal,
  type JournalRun,
  type RunSummary,
  type StoredRun,
  type StoredStep,
  formatStepId,
  knownSpend,
  toCallCost,
} from "@rostrum/core/protocol";
import { checkSameInputs, computeChainInputs } from "@rostrum/runtime/api";
import type { CheckedChain } from "./check-chain.ts";
import { NO_DEGRADED_STEPS, type DegradedSteps } from "./degraded-steps.ts";

/** Position of a chain between two steps. */
export interface Place {
  /** Index of the next step. */
  index: number;
  /** The state, as JSON. */
  text: string;
  retried: number;
  cost: CallCost;
  /** What the chain's budget charged: unknown costs at their worst case. */
  charged: Charge;
  /** Ids of the previous step's runs. */
  runs: readonly string[];
  degraded: DegradedSteps;
  /** Start of the first question, to describe the chain in a list of runs. */
  first?: string;
}

/** A chain's run in the journal: one row, which every step overwrites. */
export interface Checkpoints {
  /** Position that an earlier process reached, or the start. */
  readonly place: Place;
  /** True if an earlier process finished the chain. */
  readonly done: boolean;
  /** Stores the position; at most once per second if only states are kept. */
  save(place: Place): Promise<void>;
  /** Stores an unsaved position, and releases the chain. */
  close(status: "completed" | "failed"): Promise<void>;
}

/** Name of the step in which a chain stores its progress. */
const CHAIN_STEP = "chain";

/** Applies when runs aren't stored either: a durable write per step would take longer than the step. */
const SAVE_EVERY_MS = 1000;

export async function openCheckpoints(
  { id, journal, resolved, startText, signal, keep }: CheckedChain,
  start: Place,
  now: () => number = () => performance.now(),
): Promise<Checkpoints | null> {
  if (journal === null) return null;
  const inputs = computeChainInputs(resolved, startText);
  const run = await journal.open(id, inputs, { signal });
  const { stored } = run;
  try {
    checkSameInputs(stored, inputs);
    if (stored.redacted) {
      throw new JournalError(
        "journal_redacted",
        `chain "${id}": expected its last state, but it was written without it (redact)`,
      );
    }
    const stepId = formatStepId(id, CHAIN_STEP);
    const place = readPlace(run, stepId) ?? start;
    const done = stored.status === "completed";
    if (!stored.steps.has(stepId)) await run.stepStarted(stepId, "");
    let savedAt = now();
    let unsaved: Place | null = null;
    const store = async ({ text, cost, ...progress }: Place): Promise<void> => {
      const reply = { text: `${JSON.stringify(progress).slice(0, -1)},"state":${text}}` };
      await run.stepFinished(stepId, { reply, ...cost });
      savedAt = now();
      unsaved = null;
    };
    return {
      place,
      done,
      async save(latest) {
        unsaved = latest;
        if (keep !== "states" || now() - savedAt >= SAVE_EVERY_MS) await store(latest);
      },
      async close(status) {
        try {
          if (unsaved !== null) await store(unsaved);
        } finally {
          await run.close(status);
        }
      },
    };
  } catch (error) {
    await run.close(stored.status);
    throw error;
  }
}

function readPlace({ stored }: JournalRun, stepId: string): Place | null {
  const outcome = stored.steps.get(stepId)?.outcome;
  if (!outcome?.reply) return null;
  const cost = toCallCost(outcome);
  const { state, ...progress } = JSON.parse(outcome.reply.text) as StoredProgress;
  // Checkpoints of earlier versions have no `charged` and no `degraded`.
  return {
    charged: knownSpend(cost),
    degraded: NO_DEGRADED_STEPS,
    ...progress,
    text: JSON.stringify(state),
    cost,
  };
}

type StoredProgress = Omit<Place, "text" | "cost" | "charged" | "degraded"> &
  Partial<Pick<Place, "charged" | "degraded">> & { state: unknown };

export function createPlace(startText: string): Place {
  return {
    index: 0,
    text: startText,
    retried: 0,
    cost: NO_COST,
    charged: NO_SPEND,
    runs: [],
    degraded: NO_DEGRADED_STEPS,
  };
}

/**
 * Adds a description to each chain in the list: first question, number of steps, cost. The run of a chain has no
 * events to take them from.
 */
export function summarizeChains(
  journal: Pick<Journal, "read">,
  runs: readonly RunSummary[],
): Promise<RunSummary[]> {
  return Promise.all(
    runs.map(async (run) => {
      if (run.question !== "" || run.panel.length > 0) return run;
      const stored = await journal.read(run.id);
      const question = stored ? describeChain(stored) : null;
      if (!stored || question === null) return run;
      const { attempts = 0, costUsd = 0 } = findChainStep(stored)?.outcome ?? {};
      return { ...run, question, calls: attempts, costUsd };
    }),
  );
}

/** Describes a chain by its progress and its first question; `null` for the run of a debate. */
export function describeChain(stored: StoredRun): string | null {
  const step = findChainStep(stored);
  if (step === undefined) return null;
  const { index, first } = readProgress(step.outcome?.reply?.text);
  if (index === 0) return "chain, no step done yet";
  const firstQuestion = first === undefined ? "" : `, from: ${first}`;
  return `chain, ${formatCount(index, "step")} done${firstQuestion}`;
}

function findChainStep({ id, steps }: StoredRun): StoredStep | undefined {
  return steps.get(formatStepId(id, CHAIN_STEP));
}

/** Returns index 0 if the journal stores no texts; then only the cost is known. */
function readProgress(text: string | undefined): { index: number; first?: string } {
  try {
    return JSON.parse(text ?? "") as Pick<Place, "index" | "first">;
  } catch {
    return { index: 0 };
  }
}
