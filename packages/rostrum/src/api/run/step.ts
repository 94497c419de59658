import type { LimitFunction } from "p-limit";
import { reserveIn } from "../../debate/reserve-in.ts";
import { callWithRetries, type Cancellation } from "../../models/index.ts";
import { addCosts } from "../../protocol/add-usage.ts";
import type { Budget, Hold, Spend } from "../../protocol/budget.ts";
import type { DeltaEvent } from "../../protocol/events.ts";
import type { Limiter } from "../../protocol/limiter.ts";
import type { Role } from "../../protocol/model.ts";
import type { Limits } from "../../protocol/settings.ts";
import type { BeforeAttempt, Caller, Step, StepCall, StepOutcome } from "../../protocol/step.ts";

export interface StepOptions {
  id: string;
  limits: Limits & { timeoutMs: number; retries: number };
  limiter: Limiter | undefined;
  cancellation: Cancellation;
  budget: {
    budget: Pick<Budget, "msLeft">;
    hold: Pick<Hold, "reserve" | "reserveShared" | "settle">;
  } | null;
  now: () => number;
  /** Present when somebody listens to the text as it arrives. */
  onDelta: ((event: DeltaEvent) => void) | undefined;
}

/** Timers longer than this many milliseconds (24 days) fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Groups and rankings of numbers are nothing to read along. */
const SPOKEN: ReadonlySet<Role> = new Set(["debater", "judge", "router"]);

const NOTHING: Spend = { calls: 1, tokens: 0, usd: 0 };

/** The step that makes the call, with timeout, retries, caps and deltas. */
export function createStep(options: StepOptions): Step {
  const { limits, limiter, cancellation, budget, onDelta } = options;
  const limit = limits.concurrency === undefined ? null : limitOf(limits.concurrency);

  const longest = Math.min(limits.timeoutMs, LONGEST_TIMER);
  const rules = {
    retries: limits.retries,
    timeoutMs: () => (budget === null ? longest : Math.min(longest, budget.budget.msLeft())),
    patienceMs: () => budget?.budget.msLeft() ?? Infinity,
    limiter,
    cancellation,
    mayRetry: () => true,
    mayDouble: () => true,
    random: Math.random,
  };

  /** Whether another attempt may be made. A budget that can't be reached doesn't allow it. */
  async function fits(worst: Spend): Promise<boolean> {
    if (budget === null) return true;
    try {
      return (await reserveIn(budget.hold, worst)) === null;
    } catch {
      return false;
    }
  }

  function callOne(
    { model, pricing }: Caller,
    wanted: StepCall,
    beforeAttempt: BeforeAttempt | undefined,
  ): Promise<StepOutcome> {
    const request = withDeltas(wanted);
    if (budget === null) {
      return callWithRetries(model, request, { ...rules, pricing, beforeAttempt });
    }
    const { hold } = budget;
    let worst = wanted.worst ?? NOTHING;
    return callWithRetries(model, request, {
      ...rules,
      pricing,
      beforeAttempt,
      settle: (actual) => hold.settle(worst, actual),
      mayRetry: () => fits(worst),
      mayDouble: async () => {
        const doubled = wanted.worstDoubled ?? NOTHING;
        if (!(await fits(doubled))) return false;
        worst = doubled;
        return true;
      },
    });
  }

  const call: Step = (wanted, beforeAttempt) => {
    const { fallback } = wanted;
    const first = callOne(wanted, wanted, beforeAttempt);
    return fallback === null ? first : withFallback(first, wanted, fallback, beforeAttempt);
  };

  async function withFallback(
    first: Promise<StepOutcome>,
    wanted: StepCall,
    fallback: Caller,
    beforeAttempt: BeforeAttempt | undefined,
  ): Promise<StepOutcome> {
    const failed = await first;
    if (failed.reply !== null) return failed;
    if (!(await fits(wanted.worst ?? NOTHING))) {
      // A resumed run may have budget for it.
      const { permanent: _permanent, ...once } = failed;
      return { ...once, error: `${failed.error}; fallback: it does not fit into the budget` };
    }
    const second = await callOne(fallback, wanted, (spent) =>
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

  function withDeltas({
    request,
  }: StepCall): StepCall["request"] & { onText?(text: string): void } {
    if (!onDelta || !SPOKEN.has(request.role)) return request;
    return {
      ...request,
      onText: (text) => {
        // A function model may pass any value.
        if (typeof text !== "string" || cancellation.ended) return;
        onDelta({ ...deltaOf({ request }), text });
      },
    };
  }

  function deltaOf({ request }: Pick<StepCall, "request">): Omit<DeltaEvent, "text"> {
    const { round, role, debater } = request;
    const { id, now } = options;
    return { type: "debate.delta", debateId: id, at: now(), round, source: debater ?? role };
  }

  return limit ? async (wanted, beforeAttempt) => (await limit)(call, wanted, beforeAttempt) : call;
}

/** Loaded only if a limit is set: most debates have none. */
async function limitOf(concurrency: number): Promise<LimitFunction> {
  const { default: pLimit } = await import("p-limit");
  return pLimit(concurrency);
}
