import { cancelWith } from "./cancellation.ts";
import { createMarkFilter } from "./mark-filter.ts";
import { reserveIn } from "@rostrum/core/debate";
import { callWithRetries, type Cancellation, type RetryRules } from "../../models/index.ts";
import {
  addCosts,
  addSpend,
  type BeforeAttempt,
  type Budget,
  type PricedModel,
  chargedCost,
  chargedSpend,
  type DeltaEvent,
  type BudgetReservation,
  isAskedAgain,
  type Limiter,
  type Limits,
  type ModelAttempt,
  NO_SPEND,
  type Role,
  type Spend,
  type Step,
  type StepCall,
  type StepOutcome,
  toAmount,
} from "@rostrum/core/protocol";
import type { LimitFunction } from "p-limit";

/** Limits that apply to all calls of a run. */
export interface StepOptions {
  id: string;
  limits: Limits & { timeoutMs: number; retries: number };
  limiter: Limiter | undefined;
  cancellation: Cancellation;
  budget: {
    budget: Pick<Budget, "msLeft">;
    reservation: Pick<BudgetReservation, "reserve" | "reserveShared" | "settle">;
  } | null;
  /** Present when somebody listens to the text as it arrives. */
  onDelta: ((event: DeltaEvent) => void) | undefined;
  onAttempt: ((attempt: ModelAttempt) => void) | undefined;
}

/** Replies of the other roles are JSON, not worth reading as they arrive. */
const STREAMED_ROLES: ReadonlySet<Role> = new Set(["debater", "judge", "router"]);

/** Makes the calls of a run, with timeout, retries, caps and deltas. */
export class ModelStep {
  readonly #options: StepOptions;
  readonly #limit: Promise<LimitFunction> | null;

  constructor(options: StepOptions) {
    const { concurrency } = options.limits;
    this.#options = options;
    this.#limit = concurrency === undefined ? null : createLimit(concurrency);
  }

  step(call: StepCall, beforeAttempt?: BeforeAttempt): Promise<StepOutcome> {
    // Without a limit it begins at once, so that calls begin in the order of their debaters.
    if (this.#limit === null) return this.#call(call, beforeAttempt);
    return this.#limit.then((limit) => limit(() => this.#call(call, beforeAttempt)));
  }

  #call(call: StepCall, beforeAttempt?: BeforeAttempt): Promise<StepOutcome> {
    return call.fallback === null
      ? this.#callOne(call, call, beforeAttempt)
      : this.#withFallback(call, call.fallback, beforeAttempt);
  }

  #callOne(
    pricedModel: PricedModel,
    call: StepCall,
    beforeAttempt?: BeforeAttempt,
  ): Promise<StepOutcome> {
    const rules = createRules(this.#options, call);
    const { request, beginAttempt } = this.#withDeltas(call);
    return callWithRetries(pricedModel, request, rules, (spent) => {
      beginAttempt();
      return beforeAttempt?.(spent);
    });
  }

  async #withFallback(
    call: StepCall,
    fallback: PricedModel,
    beforeAttempt: BeforeAttempt | undefined,
  ): Promise<StepOutcome> {
    const failed = await this.#callOne(call, call, beforeAttempt);
    if (failed.reply !== null || failed.cancelled) return failed;
    const { budget } = this.#options;
    if (budget !== null && !(await reserveAttempt(budget.reservation, call.maxSpend))) {
      // A resumed run may have budget for it.
      const { permanent: _permanent, ...once } = failed;
      return { ...once, error: `${failed.error}; fallback: it does not fit into the budget` };
    }
    const second = await this.#callOne(fallback, call, (spent) =>
      beforeAttempt?.(addCosts(failed, spent)),
    );
    const { permanent, ...outcome } = second;
    return {
      ...outcome,
      ...(permanent && failed.permanent ? { permanent } : {}),
      ...(second.reply === null
        ? { error: `${failed.error}; fallback: ${second.error}` }
        : { model: fallback.model.id }),
      ...addCosts(failed, second),
    };
  }

  /** `beginAttempt` must be called before each attempt, whose text is a new one. */
  #withDeltas({ request, mark, earlierMarks }: StepCall): {
    request: StepCall["request"] & { onText?(text: string): void };
    beginAttempt(this: void): void;
  } {
    const { id, onDelta, cancellation } = this.#options;
    if (!onDelta || !STREAMED_ROLES.has(request.role))
      return { request, beginAttempt: () => undefined };
    const { round, role, debater } = request;
    const source = debater ?? role;
    const marks = [mark, ...earlierMarks];
    let filterMarks = createMarkFilter(marks);
    /** True if listeners got text of an attempt that failed; the next delta starts over. */
    let isCutOff = isAskedAgain(request.stepId);
    let hasTold = false;
    return {
      beginAttempt() {
        filterMarks = createMarkFilter(marks);
        isCutOff ||= hasTold;
      },
      request: {
        ...request,
        onText: (text) => {
          // A function model may pass any value.
          if (typeof text !== "string" || cancellation.ended) return;
          const visibleText = filterMarks(text);
          if (visibleText === "" && text !== "") return;
          const at = Date.now();
          const event = {
            type: "debate.delta",
            debateId: id,
            at,
            round,
            source,
            text: visibleText,
          } as const;
          onDelta(isCutOff ? { ...event, isNew: true } : event);
          isCutOff = false;
          hasTold = true;
        },
      },
    };
  }
}

/** Loaded only if a limit is set: most debates have none. */
async function createLimit(concurrency: number): Promise<LimitFunction> {
  const { default: pLimit } = await import("p-limit");
  return pLimit(concurrency);
}

const ONE_CALL: Spend = { ...NO_SPEND, calls: 1 };

/** The rules of one call. Under a budget, every attempt is reserved before it is made, and settled after it. */
function createRules(
  { limits, limiter, onAttempt, budget, cancellation }: StepOptions,
  { maxSpend, maxSpendDoubled, signal }: StepCall,
): RetryRules {
  let reservedSpend = maxSpend;
  const getMsLeft = (): number => budget?.budget.msLeft() ?? Infinity;
  return {
    retries: limits.retries,
    limiter,
    onAttempt,
    cancellation: signal ? cancelWith(cancellation, signal) : cancellation,
    ...(signal ? { isCancelled: () => signal.aborted && !cancellation.ended } : {}),
    timeoutMs: () => Math.min(limits.timeoutMs, getMsLeft()),
    patienceMs: getMsLeft,
    settle(actual) {
      const reserved = reservedSpend ?? ONE_CALL;
      budget?.reservation.settle(reserved, chargedSpend(reserved, actual));
    },
    reserveRetry: () => budget === null || reserveAttempt(budget.reservation, reservedSpend),
    async reserveDoubled() {
      if (budget !== null && !(await reserveAttempt(budget.reservation, maxSpendDoubled)))
        return false;
      reservedSpend = maxSpendDoubled;
      return true;
    },
    random: () => Math.random(),
  };
}

/** Reserves another attempt. Refused if a shared budget can't be reached. */
async function reserveAttempt(
  reservation: Pick<BudgetReservation, "reserve" | "reserveShared">,
  maxSpend: Spend | null,
): Promise<boolean> {
  try {
    return (await reserveIn(reservation, maxSpend ?? ONE_CALL)) === null;
  } catch {
    return false;
  }
}

/**
 * Calls that another process makes are paid from this run's budget. That process can't reserve more when it
 * retries. So retries are reserved in advance, as far as the budget allows, and the call says how many
 * attempts it may make.
 */
export function reserveRetries(
  step: Step,
  reservation: BudgetReservation | null,
  retries: number,
): Step {
  return async (call) => {
    const { maxSpend, maxSpendDoubled, fallback } = call;
    // A fallback is asked as often as the model before it.
    const maxRetries = fallback === null ? retries : 2 * retries + 1;
    if (reservation === null || maxSpend === null) return step(call);
    let reservedSpend = maxSpend;
    let attempts = 1;
    while (attempts <= maxRetries && (await reserveIn(reservation, maxSpend)) === null) {
      attempts += 1;
      reservedSpend = addSpend(reservedSpend, maxSpend);
    }
    const outcome = await step({ ...call, attempts }).catch((error: unknown) => {
      // Nobody knows how many of these attempts the other process has made.
      reservation.settle(reservedSpend, toAmount(reservedSpend));
      throw error;
    });
    reservation.settle(reservedSpend, chargedCost({ maxSpend, maxSpendDoubled }, outcome));
    return outcome;
  };
}
