import type { CallCost, PaidCall } from "../protocol/paid-call.ts";
import { formatStepName, parseStep, type StepName } from "../protocol/step-id.ts";
import { addKnown, addUsageTo, getKnownCost, NO_USAGE } from "../protocol/costs.ts";
import type { TotalUsage, Usage } from "../protocol/usage.ts";

/**
 * Calls of a debate, keyed by step. Replies arrive in any order, and a resumed run may report a call again:
 * the latest report of a step counts.
 */
export class CallLog {
  /** Number of calls to the judge, as announced. */
  judgeCalls = 0;
  /** Calls that only the end of the run reports. They may be further attempts at the steps below. */
  unreported: readonly PaidCall[] = [];
  /** By step. `null`: announced, but not reported yet. */
  readonly #calls = new Map<string, PaidCall | null>();

  /** Records that a call is being made. */
  announce(name: StepName): void {
    const step = formatStepName(name);
    if (!this.#calls.has(step)) this.#calls.set(step, null);
  }

  /** Records the calls that an event reports. Most were announced. */
  add(calls: readonly PaidCall[]): void {
    for (const call of calls) this.#calls.set(call.step, call);
  }

  attemptsAt(step: string): number {
    return this.#calls.get(step)?.attempts ?? 0;
  }

  /** Reported calls sorted by step, so that sums don't depend on the order of arrival. */
  list(): PaidCall[] {
    const steps = [...this.#calls.keys()].sort();
    return [...steps.flatMap((step) => this.#calls.get(step) ?? []), ...this.unreported];
  }

  /** Calls without those that another run paid, so that sums over runs count every call once. */
  listOwn(): PaidCall[] {
    return this.list().filter(({ copied }) => copied !== true);
  }

  /** Counts planned calls, and calls that returned a reply. A reply that was requested again counts once. */
  count(): { planned: number; completed: number } {
    let planned = this.judgeCalls;
    let completed = 0;
    // A comparison is not announced: if the run ended before its reply, only the end reports it.
    const onlyAtEnd = this.unreported
      .filter(({ step }) => !this.#calls.has(step))
      .map(({ step }) => [step, null] as const);
    for (const [step, call] of [...this.#calls, ...onlyAtEnd]) {
      const name = parseStep(step);
      if (name?.again || (name?.role === "debater" && name.turn !== undefined)) continue;
      if (name?.role !== "judge") planned += 1;
      if (call?.replied) completed += 1;
    }
    return { planned, completed };
  }
}

/** Sums over calls. A single unknown amount makes its sum unknown. */
export interface Totals {
  usage: TotalUsage;
  costUsd: number | null;
  /** Sum of the known costs. */
  atLeastUsd: number;
}

/** Adds up calls. All token and dollar figures of a debate are computed here. */
export function sumCalls(calls: readonly CallCost[]): Totals {
  // A call without attempts used nothing, even if its usage is unknown.
  const attemptedCalls = calls.filter(({ attempts }) => attempts > 0);
  return sumTotals(
    attemptedCalls.map((call) => ({
      usage: { ...call.usage, calls: call.attempts },
      costUsd: call.costUsd,
      atLeastUsd: getKnownCost(call).usd,
    })),
  );
}

/** Adds up totals, for example of several debates. */
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
