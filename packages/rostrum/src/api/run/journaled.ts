import { JournalMismatchError } from "../../errors.ts";
import { keptOutcome } from "../../journal/index.ts";
import type { JournalRun, StoredRun, StoredStep } from "../../protocol/journal.ts";
import type { Step, StepCall, StepOutcome } from "../../protocol/step.ts";
import { reachedOutputLimit } from "../../protocol/finish-reason.ts";
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
  const steps = standingSteps(stored);
  const last = lastRound(stored.id, steps);
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
      const before = steps.get(stepId);
      if (before && before.hash !== hash) {
        throw new JournalMismatchError(stored.id, [`the prompt or settings of step ${stepId}`]);
      }
      if (before?.outcome && (stillStands(before.outcome, wanted) || roundOf(stepId) < last)) {
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

/** A call brought a reply, and no larger output limit could make it whole now. */
function stillStands(
  { reply, maxOutputTokens = Infinity }: StepOutcome,
  { request }: StepCall,
): boolean {
  if (reply === null) return false;
  const mayGrow = (request.maxOutputTokens ?? 0) > maxOutputTokens;
  return !(mayGrow && reachedOutputLimit(reply.finishReason));
}

/**
 * A failed call is tried again when its run is resumed, unless the debate has moved on since: then the
 * later rounds were built on the failure.
 */
function lastRound(id: string, steps: StoredRun["steps"]): number {
  let last = -1;
  for (const stepId of steps.keys()) {
    if (isVerdict(stepId, id)) return Infinity;
    last = Math.max(last, roundOf(stepId));
  }
  return last;
}

/** In place of a hash: the verdict was on fewer rounds than the run has by now. */
const SUPERSEDED = "superseded";

/** A finished run that goes on under larger caps asks its judge anew. */
export async function supersedeVerdict(run: JournalRun): Promise<void> {
  for (const stepId of run.stored.steps.keys()) {
    if (isVerdict(stepId, run.stored.id)) await run.stepStarted(stepId, SUPERSEDED);
  }
}

/** What still holds of the steps that are stored. */
function standingSteps({ id, status, steps }: StoredRun): StoredRun["steps"] {
  const stands = ([stepId, { hash }]: [string, StoredStep]): boolean =>
    !isVerdict(stepId, id) || (status !== "completed" && hash !== SUPERSEDED);
  return new Map([...steps].filter(stands));
}

/** The judge's call, and the one in the other order. */
function isVerdict(stepId: string, id: string): boolean {
  return stepId.startsWith(`${id}__judge`);
}

/** Which round a step belongs to; -1 for the judge and the router. */
export function roundOf(stepId: string): number {
  const match = /__debater_\d+_round_(\d+)$/.exec(stepId);
  return match ? Number(match[1]) : -1;
}
