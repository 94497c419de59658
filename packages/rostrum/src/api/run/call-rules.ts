import { NO_SPEND } from "../../protocol/spend.ts";
import { reserveIn } from "../../debate/reserve.ts";
import type { Cancellation, RetryRules } from "../../models/index.ts";
import type { Budget, Hold, Spend } from "../../protocol/budget.ts";
import type { Limiter } from "../../protocol/limiter.ts";
import type { Limits } from "../../protocol/settings.ts";
import type { StepCall } from "../../protocol/step.ts";

/** What limits all calls of a run. */
export interface CallLimits {
  limits: Limits & { timeoutMs: number; retries: number };
  limiter: Limiter | undefined;
  cancellation: Cancellation;
  budget: {
    budget: Pick<Budget, "msLeft">;
    hold: Pick<Hold, "reserve" | "reserveShared" | "settle">;
  } | null;
}

/** Timers longer than this many milliseconds (24 days) fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

const ONE_CALL: Spend = { ...NO_SPEND, calls: 1 };

/** The rules of all calls of a run that nothing caps. */
export class CallRules implements RetryRules {
  readonly #run: CallLimits;

  constructor(run: CallLimits) {
    this.#run = run;
  }

  get retries(): number {
    return this.#run.limits.retries;
  }

  get limiter(): Limiter | undefined {
    return this.#run.limiter;
  }

  get cancellation(): Cancellation {
    return this.#run.cancellation;
  }

  timeoutMs(): number {
    const { limits, budget } = this.#run;
    const longest = Math.min(limits.timeoutMs, LONGEST_TIMER);
    return budget === null ? longest : Math.min(longest, budget.budget.msLeft());
  }

  patienceMs(): number {
    return this.#run.budget?.budget.msLeft() ?? Infinity;
  }

  mayRetry(): boolean | Promise<boolean> {
    return true;
  }

  mayDouble(): boolean | Promise<boolean> {
    return true;
  }

  random(): number {
    return Math.random();
  }
}

/** The rules of one call under a budget, which every attempt is reserved in and settled with. */
export class CappedRules extends CallRules {
  readonly #hold: Pick<Hold, "reserve" | "reserveShared" | "settle">;
  readonly #doubled: Spend;
  #worst: Spend;

  constructor(
    run: CallLimits,
    hold: Pick<Hold, "reserve" | "reserveShared" | "settle">,
    { worst, worstDoubled }: StepCall,
  ) {
    super(run);
    this.#hold = hold;
    this.#worst = worst ?? ONE_CALL;
    this.#doubled = worstDoubled ?? ONE_CALL;
  }

  settle(actual: Spend): void {
    this.#hold.settle(this.#worst, actual);
  }

  override mayRetry(): Promise<boolean> {
    return fits(this.#hold, this.#worst);
  }

  override async mayDouble(): Promise<boolean> {
    if (!(await fits(this.#hold, this.#doubled))) return false;
    this.#worst = this.#doubled;
    return true;
  }
}

/** Whether another attempt may be made. A budget that can't be reached doesn't allow it. */
export async function fits(
  hold: Pick<Hold, "reserve" | "reserveShared">,
  worst: Spend | null,
): Promise<boolean> {
  try {
    return (await reserveIn(hold, worst ?? ONE_CALL)) === null;
  } catch {
    return false;
  }
}
