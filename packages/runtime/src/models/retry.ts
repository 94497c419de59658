import {
  AbortError,
  ConfigError,
  errorText,
  field,
  isInstance,
  type ModelError,
  omitUndefined,
} from "@rostrum/core/support";
import {
  addCosts,
  type AttemptFailure,
  type BeforeAttempt,
  type CallCost,
  type PricedModel,
  type Limiter,
  type ModelAttempt,
  type ModelReply,
  type ModelRequest,
  NO_COST,
  NO_USAGE,
  reachedOutputLimit,
  type Spend,
  type StepOutcome,
  toSpend,
} from "@rostrum/core/protocol";
import { attempt, type Cancellation } from "./attempt.ts";
import { checkReply } from "./check-reply.ts";
import { isUnreachable, toModelError } from "./model-error.ts";
import { computeErrorCost, computeReplyCost } from "./pricing.ts";
import { findGate } from "./provider-limits.ts";

/** How long, how often and under which limits a call is tried. */
export interface RetryRules {
  /** Attempts after the first. */
  retries: number;
  /** How long the next attempt may take, in milliseconds; 0 when there is no time left. */
  timeoutMs(): number;
  /** How long it may wait for its provider's limits, in addition to the call. Default: forever. */
  patienceMs?(): number;
  cancellation: Cancellation;
  /** Default: the limits of the process. */
  limiter?: Limiter | undefined;
  /** Called with what each attempt used; unknown parts are `null`. Absent: nothing is capped. */
  settle?(actual: Spend): void;
  /** Reserves one more attempt. */
  mayRetry(): boolean | Promise<boolean>;
  /** Reserves an attempt with twice the output limit. Default: never possible. */
  mayDouble?(): boolean | Promise<boolean>;
  random(): number;
  /** True if this call alone was cancelled and its run continues. */
  isCancelled?(): boolean;
  /** Gets every attempt, except those that ended with their run. */
  onAttempt?: ((attempt: ModelAttempt) => void) | undefined;
}

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

type Request = Omit<ModelRequest, "signal">;

/**
 * Calls a model until it replies, fails permanently, or runs out of attempts. A reply that was cut off at
 * its limit is asked again once, with twice the limit, as one of the attempts. A failed call is an outcome, and so
 * is a cancelled one; it rejects only if the run ends, or if an attempt can't be made at all.
 */
export async function callWithRetries(
  pricedModel: PricedModel,
  request: Request,
  rules: RetryRules,
  beforeAttempt?: BeforeAttempt,
): Promise<StepOutcome> {
  let costSoFar: CallCost = NO_COST;
  const saveSpent = (spent: CallCost): CallCost => (costSoFar = spent);
  try {
    return await tryUntilReply(pricedModel, request, rules, saveSpent, beforeAttempt);
  } catch (error) {
    if (rules.isCancelled?.() !== true) throw error;
    return { ...costSoFar, reply: null, error: "cancelled", cancelled: true };
  }
}

/** `saveSpent` keeps what all attempts so far used, whatever comes after them. */
async function tryUntilReply(
  { model, pricing }: PricedModel,
  request: Request,
  rules: RetryRules,
  saveSpent: (spent: CallCost) => CallCost,
  beforeAttempt?: BeforeAttempt,
): Promise<StepOutcome> {
  const { cancellation, retries } = rules;
  const gate = model.provider === undefined ? null : findGate(model.provider, rules.limiter);
  /** Settles an attempt, and adds it to those before it. */
  const settleAttempt = (cost: CallCost): CallCost => {
    rules.settle?.(toSpend(cost));
    return saveSpent(spent.attempts === 0 ? cost : addCosts(spent, cost));
  };
  let spent: CallCost = NO_COST;
  /** A reply that was cut off at its limit. */
  let truncatedReply: ModelReply | null = null;
  let currentRequest = request;

  for (let tries = 0; ; tries++) {
    if (cancellation.ended) throw new AbortError(cancellation.reason);
    // Without limits of its provider, a call begins at once, so that calls begin in the order of their debaters.
    const leaveGate = gate && (await gate.enter(cancellation, rules.patienceMs?.() ?? Infinity));
    const timeoutMs = gate !== null && leaveGate === null ? 0 : rules.timeoutMs();
    let hasBegun = false;
    let failed: ModelError;
    let since = 0;
    const report = (cost: CallCost, failure: AttemptFailure | null): void =>
      rules.onAttempt?.({
        model: model.id,
        provider: model.provider ?? null,
        stepId: request.stepId,
        retry: tries > 0,
        ms: performance.now() - since,
        usage: cost.usage,
        failure,
      });
    try {
      if (timeoutMs <= 0)
        return giveUp("no time was left in the budget", truncatedReply, request, spent);
      const noting = beforeAttempt?.(spent);
      if (noting) await noting;
      // A run that has ended makes no call.
      hasBegun = !cancellation.ended;
      since = performance.now();
      const reply = checkReply(await attempt(model, currentRequest, timeoutMs, cancellation));
      const costUsd = computeReplyCost(reply, pricing);
      const cost = { attempts: 1, usage: reply.usage ?? {}, costUsd };
      report(cost, null);
      spent = settleAttempt(cost);
      const reachedLimit = reachedOutputLimit(reply.finishReason);
      const limit = currentRequest.maxOutputTokens;
      const mayGrow =
        reachedLimit && truncatedReply === null && limit !== undefined && tries < retries;
      if (!mayGrow || (await rules.mayDouble?.()) !== true) {
        return reachedLimit || truncatedReply
          ? { ...spent, ...keepOutputLimit(currentRequest), reply }
          : { ...spent, reply };
      }
      truncatedReply = reply;
      currentRequest = { ...request, maxOutputTokens: 2 * limit };
      continue;
    } catch (thrown) {
      if (cancellation.ended) {
        // A call that was in flight may be billed anyway.
        if (hasBegun) settleAttempt({ attempts: 1, usage: {}, costUsd: null });
        throw isInstance(thrown, AbortError) ? thrown : new AbortError(cancellation.reason);
      }
      // An error that prevents an attempt is not the model's failure.
      if (!hasBegun) throw thrown;
      if (isInstance(thrown, ConfigError)) {
        if (truncatedReply === null) throw thrown;
        spent = settleAttempt({ attempts: 1, usage: NO_USAGE, costUsd: 0 });
        return giveUp(errorText(thrown.message), truncatedReply, request, spent);
      }
      failed = toModelError(thrown);
      const failure = describeFailure(failed);
      const cost = noteUnanswered(computeErrorCost(failed), failure);
      report(cost, failure);
      spent = settleAttempt(cost);
    } finally {
      leaveGate?.();
    }
    const waitMs = computeWait(failed, tries, rules);
    // A pause that is longer than a call may take ends this call. Other calls are not held back.
    if (waitMs !== null && failed.retryAfterMs !== undefined) gate?.holdFor(failed.retryAfterMs);
    if (tries >= retries || waitMs === null || !(await rules.mayRetry())) {
      const outcome = giveUp(failed.message, truncatedReply, request, spent);
      if (truncatedReply !== null) return outcome;
      const errorCode = findErrorCode(failed);
      return {
        ...outcome,
        ...(errorCode === null ? {} : { errorCode }),
        ...(failed.permanent ? { permanent: true } : {}),
      };
    }
    if (waitMs > 0) await pause(waitMs, cancellation);
  }
}

function describeFailure({
  status,
  message,
  permanent,
  retryAfterMs,
  cause,
}: ModelError): AttemptFailure {
  const timedOut = [cause, field(cause, "cause")].some((each) => field(each, "name") === TIMEOUT);
  const code = status === undefined ? (timedOut ? "timeout" : "error") : String(status);
  return { code, message, permanent, ...omitUndefined({ retryAfterMs }) };
}

function findErrorCode(failed: ModelError): string | null {
  const { code } = describeFailure(failed);
  if (code !== "error") return code;
  return isUnreachable(failed) ? "unreachable" : null;
}

const TIMEOUT = "TimeoutError";

/** Counts an attempt that the provider may bill although it brought nothing. */
function noteUnanswered(cost: CallCost, { code }: AttemptFailure): CallCost {
  if (cost.costUsd === 0) return cost;
  return code === "timeout" ? { ...cost, timeouts: 1 } : { ...cost, interrupted: 1 };
}

/** The outcome without another attempt: a reply that was cut off is better than none. */
function giveUp(
  error: string,
  cut: ModelReply | null,
  request: Request,
  spent: CallCost,
): StepOutcome {
  if (cut === null) return { ...spent, reply: null, error };
  return { ...spent, ...keepOutputLimit(request), reply: cut };
}

/** `null`: another attempt is useless, or would take longer than a call may. */
function computeWait(error: ModelError, tries: number, rules: RetryRules): number | null {
  if (!error.retryable) return null;
  const retryAfterMs = error.retryAfterMs;
  const remainingMs = rules.timeoutMs();
  if (retryAfterMs !== undefined) return retryAfterMs <= remainingMs ? retryAfterMs : null;
  const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tries, remainingMs);
  return longest * (0.5 + rules.random() / 2);
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

function keepOutputLimit({ maxOutputTokens }: Pick<ModelRequest, "maxOutputTokens">): {
  maxOutputTokens?: number;
} {
  return maxOutputTokens === undefined ? {} : { maxOutputTokens };
}
