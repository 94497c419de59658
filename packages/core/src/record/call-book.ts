import type { CallCost, PaidCall } from "../protocol/events.ts";
import { formatStepName, parseStep, type StepName } from "../protocol/step-id.ts";
import { addUsageTo, NO_USAGE, addKnown } from "../protocol/costs.ts";
import type { TotalUsage, Usage } from "../protocol/usage.ts";

/**
 * The calls of a debate. Replies are reported in the order of their arrival, and a resumed run may report a call
 * again. So each call is kept under the name of its step, and its latest report counts.
 */
export class CallBook {
  /** How often the judge is asked, as announced. */
  judging = 0;
  /** Calls that only the end of the run reports. They may be further attempts at the steps below. */
  unreported: readonly PaidCall[] = [];
  /** By step; `null`: announced, and not reported yet. */
  readonly #calls = new Map<string, PaidCall | null>();

  /** Notes that a call is being made. */
  announce(name: StepName): void {
    const step = formatStepName(name);
    if (!this.#calls.has(step)) this.#calls.set(step, null);
  }

  /** Enters the calls that an event reports. Most were announced. */
  enter(calls: readonly PaidCall[]): void {
    for (const call of calls) this.#calls.set(call.step, call);
  }

  attemptsAt(step: string): number {
    return this.#calls.get(step)?.attempts ?? 0;
  }

  /** All reported calls by the names of their steps, so that sums don't depend on who was fastest. */
  list(): PaidCall[] {
    const steps = [...this.#calls.keys()].sort();
    return [...steps.flatMap((step) => this.#calls.get(step) ?? []), ...this.unreported];
  }

  /** How many calls were planned, and how many brought a reply. A reply that is asked for again counts once. */
  count(): { planned: number; completed: number } {
    let planned = this.judging;
    let completed = 0;
    for (const [step, call] of this.#calls) {
      const name = parseStep(step);
      if (name?.again || (name?.role === "debater" && name.turn !== undefined)) continue;
      if (name?.role !== "judge") planned += 1;
      if (call?.replied) completed += 1;
    }
    return { planned, completed };
  }
}

/** What calls used together. One unknown amount makes its sum unknown. */
export interface Totals {
  usage: TotalUsage;
  costUsd: number | null;
  /** The sum of the costs that are known. */
  atLeastUsd: number;
}

/** Adds up calls. Every figure about the tokens and dollars of a debate is computed here. */
export function sumCalls(calls: readonly CallCost[]): Totals {
  // A call without attempts used nothing, whatever it doesn't say.
  const paid = calls.filter(({ attempts }) => attempts > 0);
  return sumTotals(
    paid.map(({ attempts, usage, costUsd }) => ({
      usage: { ...usage, calls: attempts },
      costUsd,
      atLeastUsd: costUsd ?? 0,
    })),
  );
}

/** Adds up totals, of several debates for example. */
export function sumTotals(
  parts: readonly (Omit<Totals, "usage"> & { usage: Usage & { calls: number } })[],
): Totals {
  const sum: Totals = { usage: { calls: 0, ...NO_USAGE }, costUsd: 0, atLeastUsd: 0 };
  for (const { usage, costUsd, atLeastUsd } of parts) {
    sum.usage.calls += usage.calls;
    addUsageTo(sum.usage, usage);
    sum.costUsd = addKnown(sum.costUsd, costUsd);
    sum.atLeastUsd += atLeastUsd;
  }
  return sum;
}
