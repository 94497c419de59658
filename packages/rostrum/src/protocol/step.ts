import type { Spend } from "./budget.ts";
import type { CallCost } from "./events.ts";
import type { ModelPort, ModelReply, ModelRequest } from "./model.ts";
import type { Pricing } from "./usage.ts";

/** A model and what it charges. */
export interface Caller {
  model: ModelPort;
  pricing: Pricing | null;
}

/** One call the loop wants made. */
export interface StepCall {
  model: ModelPort;
  pricing: Pricing | null;
  /** Asked when the model has failed for good. */
  fallback: Caller | null;
  /** The most one attempt can take; already set aside in the budget. `null` when nothing is capped. */
  worst: Spend | null;
  /** The most an attempt with twice the output limit can take; `null` when nothing is capped. */
  worstDoubled: Spend | null;
  /** The most attempts that another process may make at it. Absent: as many as there are retries. */
  attempts?: number;
  request: Omit<ModelRequest, "signal" | "onText">;
}

/** What became of it. A failure is an outcome too: one debater's trouble doesn't end the debate. */
export interface StepOutcome extends CallCost {
  /** `null` when every attempt failed. */
  reply: ModelReply | null;
  error?: string;
  /** The error can't heal during the run: asking again is no use. */
  permanent?: true;
  /** The reply's output limit, where it reached the limit or was asked again with a larger one. */
  maxOutputTokens?: number;
  /** The model that replied, when it was not the one asked first. */
  model?: string;
}

/**
 * The one way from the loop to a model. Budget, retry, journal, tracing and deltas hang here, so that
 * nothing in `debate/` knows a provider, a database or a network. It rejects only when the whole run
 * must end: on abort, or when the journal can't be written.
 */
export type Step = (call: StepCall, beforeAttempt?: BeforeAttempt) => Promise<StepOutcome>;

/**
 * Told before every attempt what the attempts before it took, and waited for: an attempt that may be
 * billed is on record first.
 */
export type BeforeAttempt = (spent: CallCost) => void | Promise<void>;
