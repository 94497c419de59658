import {
  addCosts,
  addSpend,
  type BeforeAttempt,
  type CallCost,
  type Charge,
  isCheck,
  isToolStep,
  knownSpend,
  NO_COST,
  NO_SPEND,
  type PaidCall,
  parseStepName,
  type Step,
  type StepCall,
  type StepOutcome,
  type StoredRun,
  type StoredStep,
  sumCosts,
  toCallCost,
} from "@rostrum/core/protocol";
import { listShownItems, type RecordedStep } from "../recorded-steps.ts";

/** Replaces a step's hash if the verdict was about fewer rounds than the run has now. */
export const SUPERSEDED = "superseded";

/** An attempt that was begun and of which nothing else is known. */
const STARTED_ATTEMPT: CallCost = { attempts: 1, usage: {}, costUsd: null };

/** How a run's calls are made. */
interface Calls {
  answerCall: Step;
  /** True if a step is answered from another run, which already paid for it. */
  isFree(step: RecordedStep): boolean;
}

/** Spend of a run by step, over all processes that ran it. */
export class Ledger {
  readonly #calls: Calls;
  /** All attempts at a step so far, by its name, a text that all runs share. */
  readonly #spent = new Map<string, CallCost>();
  /** Spend of earlier processes, in parts, by step id. */
  readonly #earlier = new Map<string, readonly CallCost[]>();
  readonly #earlierToolCalls: number;

  constructor(stored: StoredRun | null, calls: Calls) {
    this.#calls = calls;
    this.#earlierToolCalls = [...(stored?.steps.keys() ?? [])].filter(isToolStep).length;
    for (const [stepId, step] of stored?.steps ?? []) {
      // Tools and checks have no model cost.
      if (isToolStep(stepId) || isCheck(stepId)) continue;
      if (stored && calls.isFree({ stepId, items: listShownItems(stored, stepId) })) continue;
      const parts = listParts(step);
      this.#earlier.set(stepId, parts);
      this.#spent.set(parseStepName(stepId), sumCosts(parts));
    }
  }

  /** All attempts at a step so far. One that is in flight counts as an attempt of unknown cost. */
  spentOn(stepId: string): CallCost {
    return toCallCost(this.#spent.get(parseStepName(stepId)) ?? NO_COST);
  }

  /** Spend of earlier processes on a step, in parts, so that an unknown part leaves the others known. */
  earlierOn(stepId: string): readonly CallCost[] {
    return this.#earlier.get(stepId) ?? [];
  }

  /** Known part of what earlier processes spent on all steps. */
  earlier(): Charge {
    return [...this.#earlier.values()]
      .flat()
      .map(knownSpend)
      .reduce<Charge>(addSpend, { ...NO_SPEND, toolCalls: this.#earlierToolCalls });
  }

  /** Makes a call. Counts every attempt before it is made, and adds what earlier processes spent on the step. */
  call(call: StepCall, beforeAttempt?: BeforeAttempt): Promise<StepOutcome> {
    const before = this.#spent.get(call.step) ?? NO_COST;
    const outcomePromise = this.#calls.answerCall(call, (now) => {
      const costSoFar = addCosts(before, now);
      const count = (): void =>
        void this.#spent.set(call.step, addCosts(costSoFar, STARTED_ATTEMPT));
      const noting = beforeAttempt?.(costSoFar);
      return noting ? noting.then(count) : count();
    });
    return outcomePromise.then((outcome) => this.#enter(call, before, outcome));
  }

  #enter({ step, request }: StepCall, before: CallCost, outcome: StepOutcome): StepOutcome {
    const totalCost = addCosts(before, outcome);
    if (!this.#calls.isFree(request)) this.#spent.set(step, totalCost);
    return before.attempts === 0 ? outcome : { ...outcome, ...totalCost };
  }

  /** The calls that the log doesn't report, or of which it reports only some attempts. */
  listUnreported(log: { attemptsAt(step: string): number }): PaidCall[] {
    const unreported: PaidCall[] = [];
    this.#spent.forEach((spent, step) => {
      const unreportedCost = subtractReported(spent, log.attemptsAt(step));
      // The journal doesn't store which model a step of an earlier process asked.
      if (unreportedCost.attempts > 0)
        unreported.push({ step, model: null, replied: false, ...unreportedCost });
    });
    return unreported;
  }
}

/** The ledger of a stored run that makes no more calls. */
export function readLedger(stored: StoredRun): Ledger {
  return new Ledger(stored, {
    answerCall: () => {
      throw new Error("it makes no calls");
    },
    isFree: () => false,
  });
}

function listParts({ hash, earlier, outcome }: StoredStep): CallCost[] {
  if (outcome) return [toCallCost(outcome)];
  const costs = earlier ? [earlier] : [];
  return hash === SUPERSEDED ? costs : [...costs, STARTED_ATTEMPT];
}

/** Attempts aren't identified in reports, so the cost of the unreported ones is unknown. */
function subtractReported(cost: CallCost, reported: number): CallCost {
  if (reported === 0) return cost;
  return reported < cost.attempts
    ? { ...STARTED_ATTEMPT, attempts: cost.attempts - reported }
    : NO_COST;
}
