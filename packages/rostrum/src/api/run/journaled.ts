import { JournalMismatchError } from "../../errors.ts";
import { keptOutcome } from "../../journal/index.ts";
import type { JournalRun, StoredRun, StoredStep } from "../../protocol/journal.ts";
import type { Step, StepCall, StepOutcome } from "../../protocol/step.ts";
import { reachedOutputLimit } from "../../protocol/finish-reason.ts";
import { isComparison, isVerdict, roundOf } from "../../protocol/step-id.ts";
import { requestHash, roundsIn } from "./fingerprint.ts";
import { SUPERSEDED, type Ledger } from "./ledger.ts";

export interface Journaled {
  step: Step;
  /** Whether a call is answered from the journal. */
  isKept(call: StepCall): boolean;
  /** Calls that an earlier process had begun and never finished. */
  reissued(): number;
  /**
   * Whether a debater that an earlier process dropped is asked in this step: in rounds that were held
   * before, if it was asked then; and in the round in which this process goes on.
   */
  recalls(step: string, round: number): boolean;
  /** Throws when the journal could not keep what a call brought. */
  checkWritten(): void;
}

/** Wraps a step so that what is in the journal is not called again, and what is called gets there. */
export function journaled(run: JournalRun, call: Step): Journaled {
  const { stored } = run;
  const steps = standingSteps(stored);
  const last = lastRound(steps);
  let reissued = 0;
  let unwritten: { error: unknown } | null = null;

  function checkWritten(): void {
    if (unwritten) throw unwritten.error;
  }

  /** What an earlier process stored of this very call. */
  function storedOf(wanted: StepCall): StoredStep | undefined {
    const { stepId } = wanted.request;
    const before = steps.get(stepId);
    const hash = requestHash(wanted);
    if (!before || before.hash === hash) return before;
    if (isVerdict(stepId) && roundsIn(before.hash) !== roundsIn(hash)) return undefined;
    // Debaters that failed are asked again, so there may be other answers to compare than before.
    if (isComparison(stepId)) return undefined;
    throw new JournalMismatchError(stored.id, [`the prompt or settings of step ${stepId}`]);
  }

  function keptFor(wanted: StepCall): StepOutcome | undefined {
    const { stepId } = wanted.request;
    const outcome = storedOf(wanted)?.outcome;
    return outcome && (stillStands(outcome, wanted) || roundOf(stepId) < last)
      ? outcome
      : undefined;
  }

  return {
    isKept: (wanted) => keptFor(wanted) !== undefined,
    reissued: () => reissued,
    recalls: (step, round) => round === last || steps.has(`${stored.id}__${step}`),
    checkWritten,
    async step(wanted) {
      const { stepId } = wanted.request;
      const hash = requestHash(wanted);
      const before = storedOf(wanted);
      const kept = keptFor(wanted);
      if (kept) return kept;
      let begun = false;
      const called = await call(wanted, async (spent) => {
        // No further attempt is paid for that may not be kept.
        checkWritten();
        await run.stepStarted(stepId, hash, spent);
        if (before && !before.outcome && !begun) reissued += 1;
        begun = true;
      });
      const outcome = keptOutcome(called);
      try {
        // A call that no model was asked for needs its hash in the journal too.
        if (!begun) await run.stepStarted(stepId, hash, called);
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
function lastRound(steps: StoredRun["steps"]): number {
  let last = -1;
  for (const stepId of steps.keys()) {
    if (isVerdict(stepId)) return Infinity;
    last = Math.max(last, roundOf(stepId));
  }
  return last;
}

/** A finished run that goes on under larger caps asks its judge anew; what the first verdict took stays. */
export async function supersedeVerdict(run: JournalRun, ledger: Ledger): Promise<void> {
  for (const stepId of run.stored.steps.keys()) {
    if (isVerdict(stepId)) {
      await run.stepStarted(stepId, SUPERSEDED, ledger.spentOn(stepId));
    }
  }
}

/** What still holds of the steps that are stored. */
function standingSteps({ status, steps }: StoredRun): StoredRun["steps"] {
  const stands = ([stepId, { hash }]: [string, StoredStep]): boolean =>
    !isVerdict(stepId) || (status !== "completed" && hash !== SUPERSEDED);
  return new Map([...steps].filter(stands));
}
