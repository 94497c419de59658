import type { Spend } from "./budget.ts";
import type { CallCost } from "./paid-call.ts";
import type { ModelPort, ModelReply, ModelRequest } from "./model.ts";
import type { ToolBox } from "./tool.ts";
import type { Pricing } from "./usage.ts";

/** Error of steps that a recorded run doesn't have. */
export const NEVER_ASKED = "this call was never made in the recorded run";

/** Finish reason of a tool that an earlier process started and that is not called again. */
export const NOT_REPEATED = "not_repeated";

/** Finish reason of a tool that failed. The text has the error. */
export const TOOL_FAILED = "tool_failed";

/** A model and its prices. */
export interface PricedModel {
  model: ModelPort;
  pricing: Pricing | null;
}

/** One call that the debate loop requests. */
export interface StepCall extends PricedModel {
  /** Name within the run: `debater_0_round_1`. */
  step: string;
  /** Called after the model has failed and won't be retried. */
  fallback: PricedModel | null;
  /** Maximum spend of one attempt, already reserved in the budget. `null` if nothing is capped. */
  maxSpend: Spend | null;
  /** Maximum spend of an attempt with twice the output limit. `null` if nothing is capped. */
  maxSpendDoubled: Spend | null;
  /**
   * Maximum spend of the turn in which a model that has requested tools must answer without them. Absent: no tools are
   * offered, or nothing is capped.
   */
  lastTurn?: Spend;
  /** Maximum number of attempts that another process may make. Absent: the number of retries. */
  attempts?: number;
  /** Steps of the same round that use this outcome: once one of them has started, a failure is final. */
  readBy?: readonly string[];
  /** Mark around the answer section in the reply. Unique to this call. */
  mark: string;
  /** Marks of earlier replies in the chat, which the reply may repeat. They are ignored and removed. */
  earlierMarks: readonly string[];
  /** Aborted when the reply is no longer needed. The call then ends at once, as `cancelled`. */
  signal?: AbortSignal;
  /** Tools that the model may request. Absent: none. */
  tools?: ToolBox;
  /** Maximum number of tool calls for one reply. */
  maxToolSteps?: number;
  /** May have side effects, so it is not repeated if an earlier process started it. */
  once?: true;
  /**
   * Set if the step checks an answer. `timeoutMs` `null`: the timeout of any caller-supplied function, which
   * `isOwnCode` marks.
   */
  check?: { timeoutMs: number | null; isOwnCode: boolean };
  /** The full reply is the requested text: it has no answer section, and can't be requested again. */
  wholeText?: true;
  request: Omit<ModelRequest, "signal" | "onText">;
}

/** The result of a call. A failure is an outcome too: one debater's failure doesn't end the debate. */
export interface StepOutcome extends CallCost {
  /** `null` if every attempt failed. */
  reply: ModelReply | null;
  error?: string;
  /** The provider's HTTP status, `timeout`, `time_limit` or `unreachable`. Absent: anything else. */
  errorCode?: string;
  /** The error is permanent: another call in this run would fail too. */
  permanent?: true;
  /** The call was cancelled. The usage of the last attempt is unknown. */
  cancelled?: true;
  /** Model that replied, if it is not the one called first. */
  model?: string;
  /** The call was made and paid by the run that this one is a fork of. */
  copied?: true;
}

/**
 * Only connection from the debate loop to a model. Budget, retries, journal, tracing and deltas are attached
 * here, so nothing in `debate/` knows a provider, a database or a network. Rejects only if the whole run must
 * end: on abort, on a model's `ConfigError`, or when the journal can't note an attempt before it is made.
 */
export type Step = (call: StepCall, beforeAttempt?: BeforeAttempt) => Promise<StepOutcome>;

/**
 * Called and awaited before every attempt, with the spend of the earlier attempts, so that an attempt is on
 * record before it can be billed.
 */
export type BeforeAttempt = (spent: CallCost) => void | Promise<void>;
