import type { BudgetLimits } from "./settings.ts";

/** An amount of everything that can be capped. `null`: unknown. */
export interface Spend {
  usd: number | null;
  tokens: number | null;
  calls: number;
  /** Calls of tools. Absent: none. */
  toolCalls?: number;
}

/** The cap that did not fit. */
export interface Shortage {
  limit: keyof Spend | "ms";
  cap: number;
  /** What others had settled or reserved at that moment. */
  spent: number;
  needed: number;
  /** The smallest cap that is enough for the whole debate. Absent: it is about the next step. */
  smallestCap?: number;
  /** Whose limit it is, in words. Absent: the budget's own. */
  whose?: string;
}

/** One debate's share of a budget: what it has reserved for calls that it may make. */
export interface Hold {
  /** Reserves an amount, or says which cap is too small and changes nothing. */
  reserve(worst: Spend): Shortage | null;
  /**
   * The same for a budget that other processes share, which takes a moment. Absent: no other
   * process shares it. If present, a run calls this instead of `reserve`.
   */
  reserveShared?(worst: Spend): Promise<Shortage | null>;
  /** Replaces a call's worst case with what it really used. Unknown parts are charged at the worst case. */
  settle(worst: Spend, actual: Spend): void;
  /** Releases whatever was not settled. */
  release(): void;
  /**
   * Told what earlier processes spent on a run that is resumed. Absent: a run's own limits count it, and a
   * shared budget doesn't, because it has counted it before.
   */
  chargeEarlier?(spent: Spend): void;
}

/** Money, tokens, calls and time that several debates may share. Reserving is atomic. */
export interface Budget {
  readonly limits: Readonly<BudgetLimits>;
  /** What has been settled so far, and the time since the first debate opened it. */
  spent(): Record<Shortage["limit"], number>;
  /** `waited`: milliseconds that the debate spent on waiting for people, which don't count as time. */
  open(waited?: () => number): Hold;
  /** What is left of the limits on tokens and dollars now. Absent: what has not been settled. */
  left?(): Promise<Partial<Record<"tokens" | "usd", number>>>;
  /** Milliseconds left, or `Infinity`. */
  msLeft(): number;
}

/** Most of a cap of the budget is used up. */
export interface BudgetWarningEvent extends Omit<Shortage, "needed"> {
  type: "debate.budget_warning";
}

/** The budget has no room for the next calls, so the debate ends with what it has. */
export interface BudgetExceededEvent {
  type: "debate.budget_exceeded";
  shortage: Shortage;
}
