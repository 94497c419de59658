import { JournalMismatchError } from "@rostrum/core/support";
import { pickOutcome } from "../../journal/index.ts";
import {
  findLastRoundNeeded,
  formatStepId,
  comesAfterRounds,
  type JournalRun,
  NO_COST,
  NOT_REPEATED,
  reachedOutputLimit,
  type SentPrompt,
  showsItems,
  type Step,
  type StepCall,
  type StepOutcome,
  type StoredRun,
  type StoredStep,
} from "@rostrum/core/protocol";
import { hashRequest, parseRounds } from "./fingerprint.ts";
import { SUPERSEDED, type Ledger } from "./ledger.ts";

/** The outcome of a call, and why the journal could not store it; `null` if the journal has it. */
export interface StoredOutcome {
  outcome: StepOutcome;
  writeFailure: { error: unknown } | null;
}

export interface Journaled {
  step(call: StepCall): Promise<StoredOutcome>;
  /** True if a call is answered from the journal. */
  isJournaled(call: StepCall): boolean;
  /** Calls that an earlier process had begun and never finished. */
  reissued(): number;
  /**
   * True if a debater that an earlier process dropped is asked in this step: in earlier rounds if it was asked then,
   * and in the round in which this process continues.
   */
  asksDroppedAgain(step: string, round: number): boolean;
  /** Throws if the journal could not store the outcome of a call. */
  checkWritten(): void;
}

/** Wraps a step: a call that is in the journal is not made again, and a call that is made is stored there. */
export function createJournaled(run: JournalRun, makeCall: Step): Journaled {
  const { stored } = run;
  const steps = listValidSteps(stored);
  const lastRoundBuiltOn = findLastRoundBuiltOn(steps);
  let reissued = 0;
  let firstFailure: StoredOutcome["writeFailure"] = null;

  function checkWritten(): void {
    if (firstFailure) throw firstFailure.error;
  }

  /** Returns the step that an earlier process stored for this call. */
  function findStoredStep(call: StepCall): StoredStep | undefined {
    const { stepId } = call.request;
    const before = steps.get(stepId);
    if (!before) return undefined;
    const hash = hashRequest(call);
    if (before.hash === hash) return before;
    if (comesAfterRounds(stepId) && parseRounds(before.hash) !== parseRounds(hash))
      return undefined;
    // Failed debaters are asked again, so the texts to show may differ from before.
    if (showsItems(stepId)) return undefined;
    throw new JournalMismatchError(stored.id, [`the prompt or settings of step ${stepId}`]);
  }

  function findReusableOutcome(call: StepCall): StepOutcome | undefined {
    const { stepId } = call.request;
    const outcome = findStoredStep(call)?.outcome;
    if (!outcome) return undefined;
    const isRead = call.readBy?.some((laterStepId) => steps.has(laterStepId)) === true;
    return isStillValid(outcome, call) || isRead || findLastRoundNeeded(stepId) < lastRoundBuiltOn
      ? outcome
      : undefined;
  }

  return {
    isJournaled: (call) => findReusableOutcome(call) !== undefined,
    reissued: () => reissued,
    asksDroppedAgain: (step, round) =>
      round === lastRoundBuiltOn || steps.has(formatStepId(stored.id, step)),
    checkWritten,
    async step(call) {
      const { stepId } = call.request;
      const hash = hashRequest(call);
      const before = findStoredStep(call);
      const storedOutcome = findReusableOutcome(call);
      if (storedOutcome) return { outcome: storedOutcome, writeFailure: null };
      if (call.once && before) {
        return { outcome: await keepUnrepeated(run, stepId, before.hash), writeFailure: null };
      }
      let hasBegun = false;
      const called = await makeCall(call, async (spent) => {
        // No further attempt is paid for if the journal may not store it.
        checkWritten();
        await run.stepStarted(stepId, hash, spent, getPrompt(call));
        if (before && !before.outcome && !hasBegun && !call.check) reissued += 1;
        hasBegun = true;
      });
      const outcome = pickOutcome(called);
      try {
        // A call that was answered without a model needs its hash in the journal too.
        if (!hasBegun) await run.stepStarted(stepId, hash, called, getPrompt(call));
        await run.stepFinished(stepId, outcome);
      } catch (error) {
        // The reply was paid for, so it belongs in the record and in the error's `partial`.
        firstFailure ??= { error };
        return { outcome, writeFailure: { error } };
      }
      return { outcome, writeFailure: null };
    },
  };
}

/** Checks of answers are no calls that people look up. */
function getPrompt({ model, request, check }: StepCall): SentPrompt | undefined {
  if (check) return undefined;
  return { model: model.id, system: request.system, messages: request.messages };
}

/** An earlier process began a call that may have had its effect. It is not repeated, and the record says so. */
async function keepUnrepeated(run: JournalRun, stepId: string, hash: string): Promise<StepOutcome> {
  const outcome: StepOutcome = {
    reply: { text: "", finishReason: NOT_REPEATED },
    ...NO_COST,
  };
  await run.stepStarted(stepId, hash, NO_COST);
  await run.stepFinished(stepId, outcome);
  return outcome;
}

/** True if a larger output limit wouldn't make the stored reply more complete. */
function isStillValid(
  { reply, maxOutputTokens = Infinity }: StepOutcome,
  { request }: StepCall,
): boolean {
  if (reply === null) return false;
  const mayGrow = (request.maxOutputTokens ?? 0) > maxOutputTokens;
  return !(mayGrow && reachedOutputLimit(reply.finishReason));
}

/**
 * A failed call is tried again when its run is resumed, unless later rounds were already built on the
 * failure.
 */
function findLastRoundBuiltOn(steps: StoredRun["steps"]): number {
  let last = -1;
  for (const stepId of steps.keys()) {
    if (comesAfterRounds(stepId)) return Infinity;
    last = Math.max(last, findLastRoundNeeded(stepId));
  }
  return last;
}

/** A finished run that continues under larger caps asks its judge again. The first verdict still counts as spent. */
export async function supersedeVerdict(run: JournalRun, ledger: Ledger): Promise<void> {
  for (const stepId of run.stored.steps.keys()) {
    if (comesAfterRounds(stepId)) {
      await run.stepStarted(stepId, SUPERSEDED, ledger.spentOn(stepId));
    }
  }
}

/** The stored steps that are still valid. */
function listValidSteps({ status, steps }: StoredRun): StoredRun["steps"] {
  const stands = ([stepId, { hash }]: [string, StoredStep]): boolean =>
    !comesAfterRounds(stepId) || (status !== "completed" && hash !== SUPERSEDED);
  return new Map([...steps].filter(stands));
}
