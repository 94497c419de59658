import { addCosts, costOf, NO_COST } from "../../protocol/add-usage.ts";
import type { CallCost } from "../../protocol/events.ts";
import type { StoredRun, StoredStep } from "../../protocol/journal.ts";
import { nameIn } from "../../protocol/step-id.ts";
import type { BeforeAttempt, CallReceiver, StepCall, StepOutcome } from "../../protocol/step.ts";
import { itemsShown, type RecordedStep } from "../recorded.ts";
import { promised } from "./receiving.ts";

/** Replaces a step's hash if the verdict was about fewer rounds than the run has now. */
export const SUPERSEDED = "superseded";

/** An attempt that was begun and of which nothing else is known. */
const BEGUN: CallCost = { attempts: 1, usage: {}, costUsd: null };

/** How a run's calls are made. */
interface Calls {
  make(call: StepCall, receiver: CallReceiver): void;
  /** Whether a step is answered from another run, which already paid for it. */
  isFree(step: RecordedStep): boolean;
}

/** What a run has spent on each of its steps, in all processes that ran it. */
export class Ledger {
  readonly #calls: Calls;
  /** All attempts at a step so far, by its name, a text that all runs share. */
  readonly #spent = new Map<string, CallCost>();
  /** What earlier processes spent, in parts; `null` in a run that none began. */
  readonly #earlier: Map<string, readonly CallCost[]> | null;

  constructor(stored: StoredRun | null, calls: Calls) {
    this.#calls = calls;
    this.#earlier = stored && stored.steps.size > 0 ? new Map() : null;
    for (const [stepId, step] of stored?.steps ?? []) {
      if (stored && calls.isFree({ stepId, items: itemsShown(stored, stepId) })) continue;
      const parts = partsOf(step);
      this.#earlier?.set(stepId, parts);
      this.#spent.set(nameIn(stepId), sum(parts));
    }
  }

  /** All attempts at a step so far. One that is in flight counts as an attempt of unknown cost. */
  spentOn(stepId: string): CallCost {
    return costOf(this.#spent.get(nameIn(stepId)) ?? NO_COST);
  }

  /** What earlier processes spent on a step, in parts, so that an unknown part leaves the others known. */
  earlierOn(stepId: string): readonly CallCost[] {
    return this.#earlier?.get(stepId) ?? [];
  }

  /** The same on all steps together. */
  earlier(): readonly CallCost[] {
    return [...(this.#earlier?.values() ?? [])].flat();
  }

  /** Makes a call. Counts every attempt before it is made, and adds what earlier processes spent on the step. */
  counted(call: StepCall, beforeAttempt?: BeforeAttempt): Promise<StepOutcome> {
    return promised((receiver) => this.make(call, receiver), beforeAttempt);
  }

  /** The same, with a receiver instead of a promise. */
  make(call: StepCall, receiver: CallReceiver): void {
    const before = this.#spent.get(call.step) ?? NO_COST;
    const counted = new CountedCall(this, call, before, receiver);
    try {
      this.#calls.make(call, counted);
    } catch (thrown) {
      counted.failed(thrown);
    }
  }

  begin({ step }: StepCall, known: CallCost): void {
    this.#spent.set(step, known.attempts === 0 ? BEGUN : addCosts(known, BEGUN));
  }

  end({ step, request }: StepCall, whole: CallCost): void {
    if (!this.#calls.isFree(request)) this.#spent.set(step, whole);
  }

  /** What was spent beyond the attempts that are reported. */
  unreported(log: { attemptsAt(step: string): number }): CallCost {
    let all: CallCost = NO_COST;
    for (const [step, spent] of asReported(this.#spent)) {
      const more = beyond(spent, log.attemptsAt(step));
      if (more.attempts > 0) all = addCosts(all, more);
    }
    return all;
  }
}

/** Counts one call for the ledger, and passes on what becomes of it. One object, because many calls may be in flight. */
class CountedCall implements CallReceiver {
  readonly #ledger: Ledger;
  readonly #call: StepCall;
  /** What earlier processes spent on the step. */
  readonly #before: CallCost;
  readonly #receiver: CallReceiver;

  constructor(ledger: Ledger, call: StepCall, before: CallCost, receiver: CallReceiver) {
    this.#ledger = ledger;
    this.#call = call;
    this.#before = before;
    this.#receiver = receiver;
  }

  beforeAttempt(now: CallCost): void | Promise<void> {
    const known = addCosts(this.#before, now);
    const noting = this.#receiver.beforeAttempt?.(known);
    if (noting) return noting.then(() => this.#ledger.begin(this.#call, known));
    this.#ledger.begin(this.#call, known);
  }

  came(outcome: StepOutcome): void {
    let whole: CallCost;
    try {
      whole = addCosts(this.#before, outcome);
      this.#ledger.end(this.#call, whole);
    } catch (thrown) {
      this.#receiver.failed(thrown);
      return;
    }
    this.#receiver.came(this.#before.attempts === 0 ? outcome : { ...outcome, ...whole });
  }

  failed(reason: unknown): void {
    this.#receiver.failed(reason);
  }
}

/** What each step took. What is asked in both orders, or once more, is reported as one call. */
function asReported(spent: ReadonlyMap<string, CallCost>): ReadonlyMap<string, CallCost> {
  if (![...spent.keys()].some(isFurtherCall)) return spent;
  const steps = new Map<string, CallCost>();
  for (const [step, cost] of spent) {
    const name = step.replace(FURTHER, "");
    steps.set(name, addCosts(steps.get(name) ?? NO_COST, cost));
  }
  return steps;
}

const FURTHER = /(?:_reversed|_swapped)?(?:_again)?$/;

function isFurtherCall(step: string): boolean {
  return step.endsWith("ed") || step.endsWith("_again");
}

function partsOf({ hash, earlier, outcome }: StoredStep): CallCost[] {
  if (outcome) return [costOf(outcome)];
  const known = earlier ? [earlier] : [];
  return hash === SUPERSEDED ? known : [...known, BEGUN];
}

/** It isn't known which attempts were reported, so the cost of the others isn't known either. */
function beyond(cost: CallCost, reported: number): CallCost {
  if (reported === 0) return cost;
  return reported < cost.attempts ? { ...BEGUN, attempts: cost.attempts - reported } : NO_COST;
}

function sum(costs: readonly CallCost[]): CallCost {
  return costs.reduce(addCosts, NO_COST);
}
