import { isVerdict, nameIn, roundOf, stepIdOf } from "../protocol/step-id.ts";
import type { ResolvedConfig } from "../debate/resolved-config.ts";
import { ConfigError, JournalError } from "../errors.ts";
import { NO_COST } from "../protocol/add-usage.ts";
import type { Journal, StoredRun } from "../protocol/journal.ts";
import type { StepOutcome } from "../protocol/step.ts";

/** Steps that are answered from another run. */
export interface Recorded {
  /** `null`: that run has none, so the call has to be made. */
  answer(step: { stepId: string; round?: number }): Promise<StepOutcome> | null;
  /** Whether a debater that was dropped is asked in this step all the same. */
  recalls(step: string, round: number): boolean;
}

/** Reads a run that replay() or fork() goes back to. */
export async function storedRun(journal: Journal | undefined, id: string): Promise<StoredRun> {
  if (!journal) {
    throw new ConfigError(
      "journal",
      "expected a journal that holds the run, such as sqliteJournal(path), got nothing",
    );
  }
  const stored = await journal.read(id);
  if (!stored) throw new ConfigError("id", `expected a run in the journal, got "${id}"`);
  if (stored.redacted) {
    throw new JournalError(
      "journal_redacted",
      `run "${id}": expected the replies of its debaters, but it was written without them (redact)`,
    );
  }
  return stored;
}

/** Index of the last round that was recorded to its end; -1 when there is none. */
export function lastRecordedRound({ events }: StoredRun): number {
  return events.reduce(
    (last, event) => (event.type === "debate.round_completed" ? Math.max(last, event.round) : last),
    -1,
  );
}

/** Answers what came before a round from another run's steps: its rounds, and the router's word. */
export function recordedRounds(stored: StoredRun, fromRound: number): Recorded {
  return {
    answer({ stepId }) {
      if (isVerdict(stepId) || roundOf(stepId) >= fromRound) return null;
      const outcome = recordedOutcome(stored, stepId);
      return outcome ? Promise.resolve(outcome) : null;
    },
    // A fork asks everybody again in the first round that it holds itself.
    recalls: (step, round) => round === fromRound || stored.steps.has(stepIdOf(stored.id, step)),
  };
}

/** Answers any call from a run's steps. What was never asked then counts as failed now. */
export function replayedSteps(stored: StoredRun, { decide }: ResolvedConfig): Recorded {
  const judging = stored.events.findLast(({ type }) => type === "debate.judging");
  const asked = judging?.type === "debate.judging" ? judging.mode : null;
  const wanted = typeof decide !== "function" && decide.type === "judged" ? decide.mode : null;
  const judgedAfter = lastRecordedRound(stored) + 1;
  return {
    async answer({ stepId, round }) {
      // A verdict stands for the rounds it was given on, and for what was asked of the judge.
      const stands = round === judgedAfter && asked === wanted;
      if (isVerdict(stepId) && !stands) return NOT_RECORDED;
      return recordedOutcome(stored, stepId) ?? NOT_RECORDED;
    },
    recalls: (step) => stored.steps.has(stepIdOf(stored.id, step)),
  };
}

/** Answers a call from another run's steps, whatever id it is asked under now. */
function recordedOutcome({ id, steps }: StoredRun, stepId: string): StepOutcome | undefined {
  return steps.get(stepIdOf(id, nameIn(stepId)))?.outcome;
}

const NOT_RECORDED: StepOutcome = {
  reply: null,
  error: "this call was never made in the recorded run",
  ...NO_COST,
};
