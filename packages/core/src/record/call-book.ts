import type { CallCost, PaidCall } from "../protocol/events.ts";
import { formatStepName, parseStep, type StepName } from "../protocol/step-id.ts";
import { addUsageTo, NO_USAGE, addKnown } from "../protocol/costs.ts";
import type { TotalUsage, Usage } from "../protocol/usage.ts";

interface Entry {
  /** `null`: another version named the step. */
  name: StepName | null;
  /** `null`: asked, and there is no report yet. */
  call: PaidCall | null;
}

/**
 * The calls of a debate. Replies are reported in the order of their arrival, and a resumed run may report a call
 * again. So each call is kept under the name of its step, and its latest report counts.
 */
export class CallBook {
  /** How often the judge is asked, as announced. */
  judging = 0;
  /** Calls that only the end of the run reports. They may be further attempts at the steps below. */
  unreported: readonly PaidCall[] = [];
  readonly #entries = new Map<string, Entry>();

  /** Notes that a call is being made. */
  announce(name: StepName): void {
    const step = formatStepName(name);
    if (!this.#entries.has(step)) this.#entries.set(step, { name, call: null });
  }

  /** Enters the calls that an event reports. Most were announced. */
  enter(calls: readonly PaidCall[]): void {
    for (const call of calls) {
      const announced = this.#entries.get(call.step);
      if (announced) announced.call = call;
      else this.#entries.set(call.step, { name: parseStep(call.step), call });
    }
  }

  isReported(name: StepName): boolean {
    return (this.#entries.get(formatStepName(name))?.call ?? null) !== null;
  }

  attemptsAt(step: string): number {
    return this.#entries.get(step)?.call?.attempts ?? 0;
  }

  /** Drops the calls that no longer count. */
  forget(isVoid: (name: StepName) => boolean): void {
    for (const [step, { name }] of this.#entries) {
      if (name && isVoid(name)) this.#entries.delete(step);
    }
  }

  /** All reported calls in a fixed order, so that sums don't depend on who was fastest. */
  list(): PaidCall[] {
    const entries = [...this.#entries.values()].sort((a, b) => rankStep(a.name) - rankStep(b.name));
    return [...entries.flatMap(({ call }) => call ?? []), ...this.unreported];
  }

  /** How many calls were planned, and how many brought a reply. A reply that is asked for again counts once. */
  count(): { planned: number; completed: number } {
    let planned = this.judging;
    let completed = 0;
    for (const { name, call } of this.#entries.values()) {
      if (name?.again || (name?.role === "debater" && name.turn !== undefined)) continue;
      if (name?.role !== "judge") planned += 1;
      if (call?.replied) completed += 1;
    }
    return { planned, completed };
  }
}

const ROLE_ORDER: Record<StepName["role"], number> = {
  router: 0,
  debater: 1,
  ballot: 2,
  judge: 3,
  comparer: 4,
  crux: 5,
  claims: 6,
  memo: 7,
  audit: 8,
};

/** Larger than any round or seat. */
const MANY = 1e5;

/** The place of a call in sums: by role, round, seat, order and repetition. */
function rankStep(name: StepName | null): number {
  if (name === null) return Infinity;
  // The comparison with a verdict has no round, and comes last.
  const round = "round" in name ? (name.round ?? MANY - 1) : 0;
  const seat = "seat" in name ? name.seat : 0;
  const second = ("reversed" in name && name.reversed) || "swapped" in name;
  const place = (ROLE_ORDER[name.role] * MANY + round) * MANY + seat;
  return place * 4 + Number(second) * 2 + Number(name.again ?? false);
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
