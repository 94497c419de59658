import { JournalMismatchError } from "../../errors.ts";
import { keptOutcome } from "../../journal/index.ts";
import type { JournalRun, StoredRun } from "../../protocol/journal.ts";
import type { Step, StepCall, StepOutcome } from "../../protocol/step.ts";
import { requestHash } from "./fingerprint.ts";

export interface Journaled {
  step: Step;
  /** Calls that an earlier process had begun and never finished. */
  reissued(): number;
  /** Throws when the journal could not keep what a call brought. */
  checkWritten(): void;
}

/** Wraps a step so that what is in the journal is not called again, and what is called gets there. */
export function journaled(
  run: JournalRun,
  call: Step,
  onReplay: (call: StepCall, outcome: StepOutcome) => void,
): Journaled {
  const { stored } = run;
  const last = lastRound(stored);
  let reissued = 0;
  let unwritten: { error: unknown } | null = null;

  function checkWritten(): void {
    if (unwritten) throw unwritten.error;
  }

  return {
    reissued: () => reissued,
    checkWritten,
    async step(wanted) {
      const { stepId } = wanted.request;
      const hash = requestHash(wanted);
      const before = stored.steps.get(stepId);
      if (before && before.hash !== hash) {
        throw new JournalMismatchError(stored.id, [`the prompt or settings of step ${stepId}`]);
      }
      if (before?.outcome && (before.outcome.reply !== null || roundOf(stepId) < last)) {
        onReplay(wanted, before.outcome);
        return before.outcome;
      }
      // No further call is paid for that may not be kept.
      checkWritten();
      if (before && !before.outcome) reissued += 1;
      await run.stepStarted(stepId, hash);
      const outcome = keptOutcome(await call(wanted));
      try {
        await run.stepFinished(stepId, outcome);
      } catch (error) {
        // It was paid for: it goes into the record, and with it into the error's `partial`.
        unwritten ??= { error };
      }
      return outcome;
    },
  };
}

/**
 * A failed call is tried again when its run is resumed, unless the debate has moved on since: then the
 * later rounds were built on the failure.
 */
function lastRound({ steps, id }: StoredRun): number {
  let last = -1;
  for (const stepId of steps.keys()) {
    if (stepId === `${id}__judge`) return Infinity;
    last = Math.max(last, roundOf(stepId));
  }
  return last;
}

/** Which round a step belongs to; -1 for the judge and the router. */
export function roundOf(stepId: string): number {
  const match = /__debater_\d+_round_(\d+)$/.exec(stepId);
  return match ? Number(match[1]) : -1;
}
