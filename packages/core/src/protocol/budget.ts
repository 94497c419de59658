import type { BudgetLimits } from "./settings.ts";

/** Amount of everything that can be limited for a user or team. */
export type Amount = Record<"calls" | "tokens" | "usd", number>;

/** Amount of everything that can be capped. `null`: unknown. */
export interface Spend {
  usd: number | null;
  tokens: number | null;
  calls: number;
  /** Tool calls. Absent: none. */
  toolCalls?: number;
}

/** An amount that a budget charges. Every part is known: the code that charges has decided what an unknown one counts as. */
export interface Charge extends Amount {
  /** Tool calls. Absent: none. */
  toolCalls?: number;
}

/** The cap that did not fit. */
export interface Shortage {
  limit: keyof Spend | "ms";
  cap: number;
  /** Amount that was settled or reserved at that moment, by this debate and all others on the budget. */
  spent: number;
  needed: number;
  /** Part of `spent` that other running debates hold. They free what they don't use. Absent: none, or unknown. */
  heldByOthers?: number;
  /**
   * Smallest cap for the first answers and the decision, with the shortest replies. Absent: the shortage concerns the
   * next step only.
   */
  smallestCap?: number;
  /** As `smallestCap`, with room for a usual comparison of a debate's first answers. Absent: the same. */
  comparingCap?: number;
  /** Smallest cap that leaves nothing out. Absent: the same as `smallestCap`. */
  wholeCap?: number;
  /** Owner of the limit, in words. Absent: the budget itself. */
  whose?: string;
}

/** One debate's share of a budget: reservations for the calls that it may make. */
export interface BudgetReservation {
  /** Reserves an amount. If a cap is too small, returns it and changes nothing. */
  reserve(maxSpend: Spend): Shortage | null;
  /**
   * Reserves in a budget that other processes share. Absent: no other process shares it. If present, a run
   * calls this instead of `reserve`.
   */
  reserveShared?(maxSpend: Spend): Promise<Shortage | null>;
  /** Replaces a call's worst case with what is charged for it: its actual use, with unknown parts at the worst case. */
  settle(maxSpend: Spend, charged: Charge): void;
  /** Releases everything that was not settled. */
  release(): void;
  /**
   * Adds what earlier processes spent on a resumed run. Absent for shared budgets, which have counted it
   * before; the limits of a single run do count it.
   */
  chargeEarlier?(spent: Charge): void;
}

/** Money, tokens, calls and time that several debates may share. Reserving is atomic. */
export interface Budget {
  readonly limits: Readonly<BudgetLimits>;
  /**
   * Amounts settled so far, and the time since the first debate opened the budget. `usdIsAtLeast`: the cost of a call
   * was unknown, so that `usd` is a lower bound. Absent: all are known.
   */
  spent(): Record<Shortage["limit"], number> & { usdIsAtLeast?: true };
  /** `waited`: milliseconds that the debate has waited for people. They don't count as time. */
  open(waited?: () => number): BudgetReservation;
  /** Remaining calls, tokens and dollars. Absent: the limits minus what has been settled. */
  left?(): Promise<Partial<Amount>>;
  /** Owner of a limit, in words. Absent or `undefined`: the run itself. */
  describeOwner?(limit: keyof Amount): string | undefined;
  /** Milliseconds left, or `Infinity`. */
  msLeft(): number;
}

/** A cap of the budget is nearly used up: `spent` is settled, by this debate and all others on the budget. */
export interface BudgetWarningEvent extends Pick<Shortage, "limit" | "cap" | "spent"> {
  type: "debate.budget_warning";
}

/** The budget has no room for the next calls, so the debate ends with its current results. */
export interface BudgetExceededEvent {
  type: "debate.budget_exceeded";
  shortage: Shortage;
}
