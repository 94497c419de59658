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

/** What is known of one step. */
interface Account {
  /** What earlier processes spent, in parts. */
  earlier: readonly CallCost[];
  /** All attempts so far. */
  spent: CallCost;
}

/** `isFree`: the step is answered from another run, which already paid for it. */
export function createLedger(
  stored: StoredRun | null,
  isFree: (step: RecordedStep) => boolean,
): Ledger {
  const accounts = new Map<string, Account>();
  for (const [stepId, step] of stored?.steps ?? []) {
    if (stored && isFree({ stepId, items: itemsShown(stored, stepId) })) continue;
    const earlier = partsOf(step);
    accounts.set(stepId, { earlier, spent: sum(earlier) });
  }

  function accountOf(stepId: string): Account {
    const known = accounts.get(stepId);
    if (known) return known;
    const opened: Account = { earlier: [], spent: NO_COST };
    accounts.set(stepId, opened);
    return opened;
  }

  return {
    spentOn: (stepId) => accounts.get(stepId)?.spent ?? NO_COST,
    earlierOn: (stepId) => accounts.get(stepId)?.earlier ?? [],
    earlier: () => [...accounts.values()].flatMap(({ earlier }) => earlier),
    counted: (step) => async (call, beforeAttempt) => {
      const account = accountOf(call.request.stepId);
      const before = account.spent;
      const outcome = await step(call, (now) => {
        const known = addCosts(before, now);
        const begin = (): void => void (account.spent = addCosts(known, BEGUN));
        const noting = beforeAttempt?.(known);
        return noting ? noting.then(begin) : begin();
      });
      const whole = addCosts(before, outcome);
      if (!isFree(call.request)) account.spent = whole;
      return before.attempts === 0 ? outcome : { ...outcome, ...whole };
    },
    unreported(attemptsAt) {
      let all: CallCost = NO_COST;
      for (const [stepId, { spent }] of inOneOrder(accounts)) {
        const more = beyond(spent, attemptsAt(stepId));
        if (more.attempts > 0) all = addCosts(all, more);
      }
      return all;
    },
  };
}

/** What each step took. A judge that is called in both orders is reported as one call. */
function inOneOrder(accounts: ReadonlyMap<string, Account>): ReadonlyMap<string, Account> {
  if (![...accounts.keys()].some(isSecondOrder)) return accounts;
  const steps = new Map<string, Account>();
  for (const [stepId, account] of accounts) {
    const name = isSecondOrder(stepId) ? stepId.replace(/_(?:reversed|swapped)$/, "") : stepId;
    const { earlier, spent } = steps.get(name) ?? { earlier: [], spent: NO_COST };
    steps.set(name, { earlier, spent: addCosts(spent, account.spent) });
  }
  return steps;
}

function isSecondOrder(stepId: string): boolean {
  return stepId.endsWith("ed");
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
