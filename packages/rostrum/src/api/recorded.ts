import { ConfigError } from "../errors.ts";
import type { Journal, StoredRun } from "../protocol/journal.ts";
import type { StepCall, StepOutcome } from "../protocol/step.ts";

/** Reads a run that replay() or fork() goes back to. */
export async function storedRun(journal: Journal | undefined, id: string): Promise<StoredRun> {
  if (!journal) {
    throw new ConfigError(
      "journal",
      "expected a journal that holds the run, such as memoryJournal(), got nothing",
    );
  }
  const stored = await journal.read(id);
  if (!stored) throw new ConfigError("id", `expected a run in the journal, got "${id}"`);
  return stored;
}

/** Index of the last round that was recorded to its end; -1 when there is none. */
export function lastRecordedRound({ events }: StoredRun): number {
  return events.filter(({ type }) => type === "debate.round_completed").length - 1;
}

/** Answers a call from another run's steps, whatever id it is asked under now. */
export function recordedOutcome(
  { id, steps }: StoredRun,
  { request }: StepCall,
): StepOutcome | undefined {
  const name = request.stepId.slice(request.stepId.lastIndexOf("__"));
  return steps.get(`${id}${name}`)?.outcome;
}

export const NOT_RECORDED: StepOutcome = {
  reply: null,
  error: "this call was never made in the recorded run",
  attempts: 0,
  usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
  costUsd: 0,
};
