import {
  AbortError,
  ConfigError,
  errorText,
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
  reachedOutputLimit,
  type Spend,
  type StepOutcome,
  toSpend,
} from "@rostrum/core/protocol";
import { attempt, type Cancellation } from "./attempt.ts";
import {
  createTimeLimitError,
  endedWithTimeLimit,
  measureFailure,
  measureReply,
  timedOut,
} from "./attempt-cost.ts";
import { checkReply } from "./check-reply.ts";
import { isUnreachable, toModelError } from "./model-error.ts";
import { findGate } from "./provider-limits.ts";

/** How long, how often and under which limits a call is tried. */
export interface RetryRules {
  /** Attempts after the first. */
  retries: number;
  /** How long the next attempt may take, in milliseconds; 0 when there is no time left. */
  timeoutMs(): number;
  /**
   * How long it may wait for its provider's limits, in addition to the call: what is left of the run's time limit.
   * Default: forever.
   */
  patienceMs?(): number;
  cancellation: Cancellation;
  /** Default: the limits of the process. */
  limiter?: Limiter | undefined;
  /**
   * Receives the spend of each attempt; unknown parts are `null`. A reserved attempt that was not made has spent nothing.
   * Absent: nothing is capped.
   */
  settle?(actual: Spend): void;
  /** Reserves one more attempt. */
  reserveRetry(): boolean | Promise<boolean>;
  /** Reserves an attempt with twice the output limit. Default: never possible. */
  reserveDoubled?(): boolean | Promise<boolean>;
  random(): number;
  /** True if this call alone was cancelled and its run continues. */
  isCancelled?(): boolean;
  /** Called for every attempt, except those that ended with their run. */
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
  { model, pricing }: PricedModel,
  request: Request,
  rules: RetryRules,
  beforeAttempt?: BeforeAttempt,
): Promise<StepOutcome> {
  const gate = model.provider === undefined ? null : findGate(model.provider, rules.limiter);
  const costs = new AttemptCosts(rules);
  try {
    return await tryUntilReply({ model, pricing, request, rules, beforeAttempt, gate, costs });
  } catch (error) {
    if (rules.isCancelled?.() !== true) throw error;
    return { ...costs.total, reply: null, error: "cancelled", cancelled: true };
  } finally {
    costs.releaseUnused();
  }
}

interface Call extends PricedModel {
  request: Request;
  rules: RetryRules;
  beforeAttempt: BeforeAttempt | undefined;
  /** `null`: the model has no provider. */
  gate: ReturnType<typeof findGate> | null;
  costs: AttemptCosts;
}

/** Total of all attempts so far. Each attempt is reserved before it is made, and settled after it. */
class AttemptCosts {
  total: CallCost = NO_COST;
  readonly #rules: RetryRules;
  /** True while an attempt is reserved and not made. The caller has reserved the first one. */
  #hasReserved = true;

  constructor(rules: RetryRules) {
    this.#rules = rules;
  }

  /** False if the budget has no room for another attempt. */
  async reserve(reservation: boolean | Promise<boolean> | undefined): Promise<boolean> {
    this.#hasReserved = (await reservation) === true;
    return this.#hasReserved;
  }

  settleAttempt(cost: CallCost): void {
    this.#hasReserved = false;
    this.#rules.settle?.(toSpend(cost));
    this.total = this.total.attempts === 0 ? cost : addCosts(this.total, cost);
  }

  /** Releases the reservation of an attempt that was never made. */
  releaseUnused(): void {
    if (this.#hasReserved) this.#rules.settle?.(toSpend(NO_COST));
  }
}

async function tryUntilReply(call: Call): Promise<StepOutcome> {
  const { request, rules, costs } = call;
  let truncatedReply: ModelReply | null = null;
  let currentRequest = request;
  for (let tries = 0; ; tries++) {
    if (rules.cancellation.ended) throw new AbortError(rules.cancellation.reason);
    const result = await attemptOnce(call, currentRequest, tries, truncatedReply !== null);
    switch (result.kind) {
      case "reply": {
        const { reply } = result;
        const mayBeTruncated = truncatedReply !== null || reachedOutputLimit(reply.finishReason);
        const limit = mayBeTruncated ? keepOutputLimit(currentRequest) : {};
        return { ...costs.total, ...limit, reply };
      }
      case "truncated":
        truncatedReply = result.reply;
        currentRequest = { ...request, maxOutputTokens: result.nextLimit };
        break;
      case "hopeless":
        return {
          ...giveUp(call, result.error, truncatedReply),
          ...(result.errorCode && truncatedReply === null ? { errorCode: result.errorCode } : {}),
        };
      case "failed": {
        const { error } = result;
        if (await waitForRetry(call, error, tries)) break;
        const outcome = giveUp(call, error.message, truncatedReply);
        if (truncatedReply !== null) return outcome;
        const errorCode = findFailureCode(error);
        return {
          ...outcome,
          ...(errorCode === "error" ? {} : { errorCode }),
          ...(error.permanent ? { permanent: true } : {}),
        };
      }
    }
  }
}

type AttemptResult =
  | { kind: "reply"; reply: ModelReply }
  /** The reply was cut off at its limit, and an attempt with the next limit is reserved. */
  | { kind: "truncated"; reply: ModelReply; nextLimit: number }
  | { kind: "failed"; error: ModelError }
  /** No further attempt can be made. */
  | { kind: "hopeless"; error: string; errorCode?: string };

async function attemptOnce(
  call: Call,
  request: Request,
  tries: number,
  wasTruncated: boolean,
): Promise<AttemptResult> {
  const { model, pricing, rules, costs, gate } = call;
  const { cancellation } = rules;
  // Without a provider, a call begins at once, so that calls begin in the order of their debaters.
  const leaveGate = gate && (await gate.enter(cancellation, rules.patienceMs?.() ?? Infinity));
  if (gate !== null && leaveGate === null) {
    const error = `budget.ms was used up while waiting for the limits of ${model.provider}`;
    return { kind: "hopeless", error, errorCode: TIME_LIMIT };
  }
  const timeoutMs = rules.timeoutMs();
  let startedAt: number | null = null;
  try {
    if (timeoutMs <= 0)
      return {
        kind: "hopeless",
        error: "no time was left in the budget",
        errorCode: TIME_LIMIT,
      };
    const pendingNote = call.beforeAttempt?.(costs.total);
    if (pendingNote) await pendingNote;
    // A run that has ended makes no call.
    const now = performance.now();
    startedAt = cancellation.ended ? null : now;
    const reply = checkReply(await attempt(model, request, timeoutMs, cancellation));
    const cost = measureReply(reply, pricing);
    reportAttempt(call, tries, now, cost, null);
    costs.settleAttempt(cost);
    const limit = request.maxOutputTokens;
    const mayGrow =
      reachedOutputLimit(reply.finishReason) && !wasTruncated && tries < rules.retries;
    return mayGrow && limit !== undefined && (await costs.reserve(rules.reserveDoubled?.()))
      ? { kind: "truncated", reply, nextLimit: 2 * limit }
      : { kind: "reply", reply };
  } catch (thrown) {
    return endFailedAttempt(call, thrown, tries, startedAt, wasTruncated);
  } finally {
    leaveGate?.();
  }
}

/** Rethrows errors that aren't the model's. `startedAt` is `null` if the attempt was never made. */
function endFailedAttempt(
  call: Call,
  thrown: unknown,
  tries: number,
  startedAt: number | null,
  wasTruncated: boolean,
): AttemptResult {
  const { rules, costs } = call;
  if (rules.cancellation.ended) {
    // A call that was in flight may be billed anyway.
    if (startedAt !== null) costs.settleAttempt({ attempts: 1, usage: {}, costUsd: null });
    throw isInstance(thrown, AbortError) ? thrown : new AbortError(rules.cancellation.reason);
  }
  if (startedAt === null) throw thrown;
  if (isInstance(thrown, ConfigError)) {
    if (!wasTruncated) throw thrown;
    costs.settleAttempt(measureFailure(thrown));
    return { kind: "hopeless", error: errorText(thrown.message) };
  }
  const ownError = toModelError(thrown);
  const isOutOfTime = timedOut(ownError) && (rules.patienceMs?.() ?? Infinity) <= 0;
  const error = isOutOfTime ? createTimeLimitError() : ownError;
  const failure = createFailure(ownError);
  const cost = measureFailure(isOutOfTime ? error : thrown);
  reportAttempt(call, tries, startedAt, cost, failure);
  costs.settleAttempt(cost);
  return { kind: "failed", error };
}

function reportAttempt(
  { model, request, rules }: Call,
  tries: number,
  startedAt: number,
  { usage }: CallCost,
  failure: AttemptFailure | null,
): void {
  rules.onAttempt?.({
    model: model.id,
    provider: model.provider ?? null,
    stepId: request.stepId,
    retry: tries > 0,
    ms: performance.now() - startedAt,
    usage,
    failure,
  });
}

/** Waits before another attempt. False if none is useful or allowed. */
async function waitForRetry(
  { gate, rules, costs }: Call,
  error: ModelError,
  tries: number,
): Promise<boolean> {
  const waitMs = computeWait(error, tries, rules);
  // If the provider asks for a longer pause than a call may take, this call fails; others aren't held back.
  if (waitMs !== null && error.retryAfterMs !== undefined) gate?.holdFor(error.retryAfterMs);
  if (tries >= rules.retries || waitMs === null) return false;
  if (!(await costs.reserve(rules.reserveRetry()))) return false;
  if (waitMs > 0) await pause(waitMs, rules.cancellation);
  return true;
}

function createFailure(error: ModelError): AttemptFailure {
  const { message, permanent, retryAfterMs } = error;
  const code = findFailureCode(error);
  return { code, message, permanent, ...omitUndefined({ retryAfterMs }), cause: error.cause };
}

/** Code of a call that the run's time limit ended. */
const TIME_LIMIT = "time_limit";

function findFailureCode(error: ModelError): string {
  if (endedWithTimeLimit(error)) return TIME_LIMIT;
  if (error.status !== undefined) return String(error.status);
  if (timedOut(error)) return "timeout";
  return isUnreachable(error) ? "unreachable" : "error";
}

/** Outcome without another attempt: a truncated reply is better than none. */
function giveUp(
  { request, costs }: Call,
  error: string,
  truncatedReply: ModelReply | null,
): StepOutcome {
  if (truncatedReply === null) return { ...costs.total, reply: null, error };
  return { ...costs.total, ...keepOutputLimit(request), reply: truncatedReply };
}

/** Delay before the next attempt; `null` if it is useless, or would take longer than a call may. */
function computeWait(error: ModelError, tries: number, rules: RetryRules): number | null {
  if (!error.retryable) return null;
  const retryAfterMs = error.retryAfterMs;
  const remainingMs = rules.timeoutMs();
  if (retryAfterMs !== undefined) return retryAfterMs <= remainingMs ? retryAfterMs : null;
  const maxWaitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tries, remainingMs);
  return maxWaitMs * (0.5 + rules.random() / 2);
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
