import { AbortError, ConfigError, type ModelError } from "../errors.ts";
import { addCosts, NO_COST, NO_USAGE } from "../protocol/add-usage.ts";
import type { Spend } from "../protocol/budget.ts";
import type { CallCost } from "../protocol/events.ts";
import { reachedOutputLimit } from "../protocol/finish-reason.ts";
import type { Limiter } from "../protocol/limiter.ts";
import type { ModelPort, ModelReply, ModelRequest } from "../protocol/model.ts";
import { spendOf } from "../protocol/spend.ts";
import type { Caller, CallReceiver, StepOutcome } from "../protocol/step.ts";
import type { Pricing } from "../protocol/usage.ts";
import { errorText, isInstance } from "../thrown.ts";
import { attempt, type Cancellation, type Receiver } from "./attempt.ts";
import { checkedReply } from "./checked-reply.ts";
import { asModelError } from "./model-error.ts";
import { costOfError, costOfReply } from "./pricing.ts";
import type { Gate } from "./gate.ts";
import { gateFor } from "./provider-limits.ts";

/** How long, how often and under which limits a call is tried. */
export interface RetryRules {
  /** Attempts after the first. */
  retries: number;
  /** How long the next attempt may take, in milliseconds; 0 when there is no time left. */
  timeoutMs(): number;
  /** How long it may wait for its provider's limits, in addition to the call. Default: forever. */
  patienceMs?(): number;
  cancellation: Cancellation;
  /** Whose limits hold. Default: those of the process. */
  limiter?: Limiter | undefined;
  /** Called with what each attempt used; unknown parts are `null`. Absent: nothing is capped. */
  settle?(actual: Spend): void;
  /** Reserves one more attempt. */
  mayRetry(): boolean | Promise<boolean>;
  /** Reserves an attempt with twice the output limit. Default: never possible. */
  mayDouble?(): boolean | Promise<boolean>;
  random(): number;
}

export interface RetryOptions extends RetryRules {
  pricing: Pricing | null;
}

const LATER = Promise.resolve();

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * Calls a model until it replies, fails permanently, or runs out of attempts. A reply that was cut off at
 * its limit is asked again once, with twice the limit, as one of the attempts. A failed call is an outcome;
 * only the end of the run rejects.
 */
export function callWithRetries(
  model: ModelPort,
  request: Omit<ModelRequest, "signal">,
  options: RetryOptions,
): Promise<StepOutcome> {
  return new Promise((came, failed) => {
    beginCall({ model, pricing: options.pricing }, request, options, { came, failed });
  });
}

/** The same, with a receiver instead of a promise. It may be told before this returns. */
export function beginCall(
  caller: Caller,
  request: Omit<ModelRequest, "signal">,
  rules: RetryRules,
  receiver: CallReceiver,
): void {
  new RetriedCall(caller, request, rules, receiver).begin();
}

/**
 * One object per call and no promise. An async function would be shorter, but thousands of calls may be in flight,
 * and each would have the registers of the whole function and a promise per attempt.
 */
class RetriedCall implements Receiver {
  readonly #caller: Caller;
  readonly #request: Omit<ModelRequest, "signal">;
  readonly #rules: RetryRules;
  readonly #receiver: CallReceiver;
  readonly #gate: Gate | null;
  /** The request of the next attempt. */
  #asked: Omit<ModelRequest, "signal">;
  /** A reply that was cut off at its limit: better than none. */
  #cut: ModelReply | null = null;
  #spent: CallCost = NO_COST;
  #tries = 0;
  /** Whether the attempt was really made. */
  #begun = false;
  /** Leaves the gate after an attempt. */
  #leave: (() => void) | null = null;

  constructor(
    caller: Caller,
    request: Omit<ModelRequest, "signal">,
    rules: RetryRules,
    receiver: CallReceiver,
  ) {
    const { provider } = caller.model;
    this.#caller = caller;
    this.#request = request;
    this.#rules = rules;
    this.#receiver = receiver;
    this.#gate = provider === undefined ? null : gateFor(provider, rules.limiter);
    this.#asked = request;
  }

  begin(): void {
    const { cancellation } = this.#rules;
    this.#begun = false;
    if (this.#gate === null) {
      this.#makeAttempt(this.#rules.timeoutMs());
      return;
    }
    const patienceMs = this.#rules.patienceMs?.() ?? Infinity;
    this.#gate.enter(cancellation, patienceMs).then(
      (leave) => {
        this.#leave = leave;
        this.#makeAttempt(leave === null ? 0 : this.#rules.timeoutMs());
      },
      (reason: unknown) => this.#receiver.failed(reason),
    );
  }

  #makeAttempt(timeoutMs: number): void {
    if (timeoutMs <= 0) {
      this.#end(this.#failure("no time was left in the budget"));
      return;
    }
    try {
      const noting = this.#receiver.beforeAttempt?.(this.#spent);
      if (noting) {
        noting.then(() => this.#call(timeoutMs)).catch((thrown: unknown) => this.failed(thrown));
      } else this.#call(timeoutMs);
    } catch (thrown) {
      this.failed(thrown);
    }
  }

  #call(timeoutMs: number): void {
    const { cancellation } = this.#rules;
    // A run that has ended makes no call.
    this.#begun = !cancellation.ended;
    attempt(this.#caller.model, this.#asked, timeoutMs, cancellation, this);
  }

  came(came: ModelReply): void {
    try {
      const reply = checkedReply(came);
      const costUsd = costOfReply(reply, this.#caller.pricing);
      this.#settle({ attempts: 1, usage: reply.usage ?? {}, costUsd });
      const full = reachedOutputLimit(reply.finishReason);
      const { maxOutputTokens: limit } = this.#asked;
      const last = this.#cut !== null || limit === undefined || this.#tries >= this.#rules.retries;
      if (!full || last) this.#end(this.#success(reply, full));
      else this.#double(reply, limit).catch((thrown: unknown) => this.failed(thrown));
    } catch (thrown) {
      this.failed(thrown);
    }
  }

  failed(thrown: unknown): void {
    try {
      this.#recover(thrown);
    } catch (fatal) {
      this.#giveUp(fatal);
    }
  }

  /** Ends the call after an error, or tries again. */
  #recover(thrown: unknown): void {
    const { cancellation, retries } = this.#rules;
    if (cancellation.ended) {
      // A call that was in flight may be billed anyway.
      if (this.#begun) this.#settle({ attempts: 1, usage: {}, costUsd: null });
      this.#giveUp(isInstance(thrown, AbortError) ? thrown : new AbortError(cancellation.reason));
      return;
    }
    // An error that prevents an attempt is not the model's failure.
    if (!this.#begun) {
      this.#giveUp(thrown);
      return;
    }
    if (isInstance(thrown, ConfigError)) {
      if (this.#cut === null) {
        this.#giveUp(thrown);
        return;
      }
      this.#settle({ attempts: 1, usage: NO_USAGE, costUsd: 0 });
      this.#end(this.#failure(errorText(thrown.message)));
      return;
    }
    const error = asModelError(thrown);
    this.#settle(costOfError(error));
    const waitMs = waitFor(error, this.#tries, this.#rules);
    // A pause that is longer than a call may take ends this call. Other calls are not held back.
    if (waitMs !== null && error.retryAfterMs !== undefined) {
      this.#gate?.holdFor(error.retryAfterMs);
    }
    if (this.#tries >= retries || waitMs === null) this.#end(this.#failureOf(error));
    else this.#retry(error, waitMs).catch((reason: unknown) => this.#receiver.failed(reason));
  }

  /** Asks again with twice the limit, if it may. */
  async #double(reply: ModelReply, limit: number): Promise<void> {
    if ((await this.#rules.mayDouble?.()) !== true) {
      this.#end(this.#success(reply, true));
      return;
    }
    this.#cut = reply;
    this.#asked = { ...this.#request, maxOutputTokens: 2 * limit };
    this.#again();
  }

  async #retry(error: ModelError, waitMs: number): Promise<void> {
    if (!(await this.#rules.mayRetry())) {
      this.#end(this.#failureOf(error));
      return;
    }
    this.#leaveGate();
    if (waitMs > 0) await pause(waitMs, this.#rules.cancellation);
    this.#again();
  }

  #again(): void {
    this.#leaveGate();
    this.#tries += 1;
    this.begin();
  }

  #end(outcome: StepOutcome): void {
    this.#leaveGate();
    if (this.#request.onText === undefined) this.#receiver.came(outcome);
    // Calls that ended together with this one are over first, so that nobody hears text of theirs after this reply.
    else void LATER.then(() => this.#receiver.came(outcome));
  }

  #giveUp(reason: unknown): void {
    this.#leaveGate();
    this.#receiver.failed(reason);
  }

  #leaveGate(): void {
    this.#leave?.();
    this.#leave = null;
  }

  #settle(cost: CallCost): void {
    this.#rules.settle?.(spendOf(cost));
    this.#spent = this.#spent.attempts === 0 ? cost : addCosts(this.#spent, cost);
  }

  #success(reply: ModelReply, full: boolean): StepOutcome {
    const { attempts, usage, costUsd } = this.#spent;
    if (full || this.#cut) return { reply, ...limitOf(this.#asked), ...this.#spent };
    return { reply, attempts, usage, costUsd };
  }

  #failureOf(error: ModelError): StepOutcome {
    return this.#failure(error.message, error.permanent);
  }

  /** The reply that was cut off is better than none. */
  #failure(error: string, permanent = false): StepOutcome {
    return this.#cut === null
      ? { reply: null, error, ...(permanent ? { permanent } : {}), ...this.#spent }
      : { reply: this.#cut, ...limitOf(this.#request), ...this.#spent };
  }
}

/** `null`: another attempt is useless, or would take longer than a call may. */
function waitFor(error: ModelError, tries: number, rules: RetryRules): number | null {
  if (!error.retryable) return null;
  const asked = error.retryAfterMs;
  const left = rules.timeoutMs();
  if (asked !== undefined) return asked <= left ? asked : null;
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries, left);
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

function limitOf({ maxOutputTokens }: Pick<ModelRequest, "maxOutputTokens">): {
  maxOutputTokens?: number;
} {
  return maxOutputTokens === undefined ? {} : { maxOutputTokens };
}
