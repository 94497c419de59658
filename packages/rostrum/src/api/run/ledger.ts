import { addCosts, costOf, NO_COST } from "../../protocol/add-usage.ts";
import type { CallCost } from "../../protocol/events.ts";
import type { StoredRun, StoredStep } from "../../protocol/journal.ts";
import type { Step } from "../../protocol/step.ts";
import { itemsShown, type RecordedStep } from "../recorded.ts";

/** What a run has spent on each of its steps, in all processes that ran it. */
export interface Ledger {
  /** All attempts at a step so far. One that is in flight counts as an attempt of unknown cost. */
  spentOn(stepId: string): CallCost;
  /** What earlier processes spent on a step, in parts, so that an unknown part leaves the others known. */
  earlierOn(stepId: string): readonly CallCost[];
  /** The same on all steps together. */
  earlier(): readonly CallCost[];
  /** Counts every attempt before it is made, and adds what earlier processes spent on the step. */
  counted(step: Step): Step;
  /** What was spent beyond the attempts that are reported. */
  unreported(attemptsAt: (stepId: string) => number): CallCost;
}

/** Replaces a step's hash if the verdict was about fewer rounds than the run has now. */
export const SUPERSEDED = "superseded";

/** An attempt that was begun and of which nothing else is known. */
const BEGUN: CallCost = { attempts: 1, usage: {}, costUsd: null };

/** `isFree`: the step is answered from another run, which already paid for it. */
export function createLedger(
  stored: StoredRun | null,
  isFree: (step: RecordedStep) => boolean,
): Ledger {
  const before = new Map<string, CallCost[]>();
  const spent = new Map<string, CallCost>();
  for (const [stepId, step] of stored?.steps ?? []) {
    if (stored && isFree({ stepId, items: itemsShown(stored, stepId) })) continue;
    const parts = partsOf(step);
    before.set(stepId, parts);
    spent.set(stepId, sum(parts));
  }
  const spentOn = (stepId: string): CallCost => spent.get(stepId) ?? NO_COST;

  return {
    spentOn,
    earlierOn: (stepId) => before.get(stepId) ?? [],
    earlier: () => [...before.values()].flat(),
    counted: (step) => async (call, beforeAttempt) => {
      const { stepId } = call.request;
      const earlier = spentOn(stepId);
      const outcome = await step(call, (now) => {
        const known = addCosts(earlier, now);
        const begin = (): void => void spent.set(stepId, addCosts(known, BEGUN));
        const noting = beforeAttempt?.(known);
        return noting ? noting.then(begin) : begin();
      });
      const whole = addCosts(earlier, outcome);
      if (!isFree(call.request)) spent.set(stepId, whole);
      return earlier.attempts === 0 ? outcome : { ...outcome, ...whole };
    },
    unreported(attemptsAt) {
      const steps = new Map<string, CallCost>();
      for (const [stepId, cost] of spent) {
        const name = inOneOrder(stepId);
        const other = steps.get(name);
        steps.set(name, other ? addCosts(other, cost) : cost);
      }
      let all: CallCost = NO_COST;
      for (const [stepId, cost] of steps) {
        const more = beyond(cost, attemptsAt(stepId));
        if (more.attempts > 0) all = addCosts(all, more);
      }
      return all;
    },
  };
}

/** A judge that is called in both orders is reported as one call. */
function inOneOrder(stepId: string): string {
  return stepId.endsWith("ed") ? stepId.replace(/_(?:reversed|swapped)$/, "") : stepId;
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
