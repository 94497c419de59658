import { AbortError, ConfigError, type ModelError } from "../errors.ts";
import { addCosts, NO_COST, NO_USAGE } from "../protocol/add-usage.ts";
import type { Spend } from "../protocol/budget.ts";
import type { CallCost } from "../protocol/events.ts";
import { reachedOutputLimit } from "../protocol/finish-reason.ts";
import type { Limiter } from "../protocol/limiter.ts";
import type { ModelPort, ModelReply, ModelRequest } from "../protocol/model.ts";
import { spendOf } from "../protocol/spend.ts";
import type { BeforeAttempt, StepOutcome } from "../protocol/step.ts";
import type { Pricing } from "../protocol/usage.ts";
import { errorText, isInstance } from "../thrown.ts";
import { attempt, type Cancellation } from "./attempt.ts";
import { checkedReply } from "./checked-reply.ts";
import { asModelError } from "./model-error.ts";
import { costOfError, costOfReply } from "./pricing.ts";
import { gateFor } from "./provider-limits.ts";

export interface RetryOptions {
  /** Attempts after the first. */
  retries: number;
  /** How long the next attempt may take, in milliseconds; 0 when there is no time left. */
  timeoutMs(): number;
  /** How long it may wait for its provider's limits, in addition to the call. Default: forever. */
  patienceMs?(): number;
  cancellation: Cancellation;
  /** Whose limits hold. Default: those of the process. */
  limiter?: Limiter | undefined;
  pricing: Pricing | null;
  /** Called and awaited before each attempt, with what the attempts before it used. */
  beforeAttempt?: BeforeAttempt | undefined;
  /** Called with what each attempt used; unknown parts are `null`. Absent: nothing is capped. */
  settle?(actual: Spend): void;
  /** Reserves one more attempt. */
  mayRetry(): boolean | Promise<boolean>;
  /** Reserves an attempt with twice the output limit. Default: never possible. */
  mayDouble?(): boolean | Promise<boolean>;
  random(): number;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * Calls a model until it replies, fails permanently, or runs out of attempts. A reply that was cut off at
 * its limit is asked again once, with twice the limit, as one of the attempts. A failed call is an outcome;
 * only the end of the run rejects.
 */
export async function callWithRetries(
  model: ModelPort,
  request: Omit<ModelRequest, "signal">,
  options: RetryOptions,
): Promise<StepOutcome> {
  const { cancellation } = options;
  const gate = model.provider === undefined ? null : gateFor(model.provider, options.limiter);
  const spent: CallCost[] = [];
  let asked = request;
  let cut: ModelReply | null = null;
  /** The reply that was cut off is better than none. */
  const failure = (error: string, permanent = false): StepOutcome =>
    cut === null
      ? { reply: null, error, ...(permanent ? { permanent } : {}), ...sumOf(spent) }
      : { reply: cut, ...limitOf(request), ...sumOf(spent) };
  for (let tries = 0; ; tries++) {
    const leave = gate
      ? await gate.enter(cancellation, options.patienceMs?.() ?? Infinity)
      : NO_GATE;
    const timeoutMs = leave === null ? 0 : options.timeoutMs();
    let begun = false;
    let waitMs: number | null = 0;
    try {
      if (timeoutMs <= 0) return failure("no time was left in the budget");
      const noting = options.beforeAttempt?.(sumOf(spent));
      if (noting) await noting;
      // A run that has ended makes no call.
      begun = !cancellation.ended;
      const reply = checkedReply(await attempt(model, asked, timeoutMs, cancellation));
      const costUsd = costOfReply(reply, options.pricing);
      spent.push(settled(options, { attempts: 1, usage: reply.usage ?? {}, costUsd }));
      const full = reachedOutputLimit(reply.finishReason);
      const { maxOutputTokens: limit } = asked;
      const last = cut !== null || limit === undefined || tries >= options.retries;
      if (!full || last || (await options.mayDouble?.()) !== true) {
        const cost = sumOf(spent);
        if (full || cut) return { reply, ...limitOf(asked), ...cost };
        const { attempts, usage } = cost;
        return { reply, attempts, usage, costUsd: cost.costUsd };
      }
      cut = reply;
      asked = { ...request, maxOutputTokens: 2 * limit };
    } catch (thrown) {
      if (cancellation.ended) {
        // A call that was in flight may be billed anyway.
        if (begun) settled(options, { attempts: 1, usage: {}, costUsd: null });
        throw isInstance(thrown, AbortError) ? thrown : new AbortError(cancellation.reason);
      }
      // An error that prevents an attempt is not the model's failure.
      if (!begun) throw thrown;
      if (isInstance(thrown, ConfigError)) {
        if (cut === null) throw thrown;
        spent.push(settled(options, { attempts: 1, usage: NO_USAGE, costUsd: 0 }));
        return failure(errorText(thrown.message));
      }
      const error = asModelError(thrown);
      spent.push(settled(options, costOfError(error)));
      waitMs = waitFor(error, tries, options);
      // A pause that is longer than a call may take ends this call. Other calls are not held back.
      if (waitMs !== null && error.retryAfterMs !== undefined) gate?.holdFor(error.retryAfterMs);
      if (tries >= options.retries || waitMs === null || !(await options.mayRetry())) {
        return failure(error.message, error.permanent);
      }
    } finally {
      leave?.();
    }
    if (waitMs > 0) await pause(waitMs, cancellation);
  }
}

const NO_GATE = (): void => undefined;

function settled(options: RetryOptions, cost: CallCost): CallCost {
  options.settle?.(spendOf(cost));
  return cost;
}

/** `null`: another attempt is useless, or would take longer than a call may. */
function waitFor(error: ModelError, tries: number, options: RetryOptions): number | null {
  if (!error.retryable) return null;
  const asked = error.retryAfterMs;
  const left = options.timeoutMs();
  if (asked !== undefined) return asked <= left ? asked : null;
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries, left);
  return longest * (0.5 + options.random() / 2);
}

function pause(ms: number, cancellation: Cancellation): Promise<void> {
  return new Promise((resolve, reject) => {
    const forget = cancellation.onEnd((reason) => {
      clearTimeout(timer);
      reject(new AbortError(reason));
    });
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, ms);
  });
}

function limitOf({ maxOutputTokens }: Pick<ModelRequest, "maxOutputTokens">): {
  maxOutputTokens?: number;
} {
  return maxOutputTokens === undefined ? {} : { maxOutputTokens };
}

function sumOf(spent: readonly CallCost[]): CallCost {
  const [first = NO_COST] = spent;
  return spent.length > 1 ? spent.slice(1).reduce(addCosts, first) : first;
}
