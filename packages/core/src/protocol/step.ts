import type { Spend } from "./budget.ts";
import type { CallCost } from "./events.ts";
import type { ModelPort, ModelReply, ModelRequest } from "./model.ts";
import type { ToolBox } from "./tool.ts";
import type { Pricing } from "./usage.ts";

/** Why a step of a recorded run has no outcome. */
export const NEVER_ASKED = "this call was never made in the recorded run";

/** The finish reason of a tool that an earlier process began, and that is not called again. */
export const NOT_REPEATED = "not_repeated";

/** The finish reason of a tool that failed. Its text says why. */
export const TOOL_FAILED = "tool_failed";

/** A model and what it charges. */
export interface Caller {
  model: ModelPort;
  pricing: Pricing | null;
}

/** One call the loop wants made. */
export interface StepCall extends Caller {
  /** Its name within the run: `debater_0_round_1`. */
  step: string;
  /** Asked after the model has failed and won't be retried. */
  fallback: Caller | null;
  /** The most that one attempt can use; already reserved in the budget. `null` if nothing is capped. */
  worst: Spend | null;
  /** The most that an attempt with twice the output limit can use; `null` if nothing is capped. */
  worstDoubled: Spend | null;
  /** The most attempts that another process may make at it. Absent: as many as there are retries. */
  attempts?: number;
  /** Steps of its round that read what became of it: once one of them has begun, its failure is final. */
  readBy?: readonly string[];
  /** The mark around the answer section that its prompt asks for. Made for this call alone. */
  mark: string;
  /** Marks of earlier replies in its chat, which it may repeat. They count for nothing, and nobody sees them. */
  earlierMarks: readonly string[];
  /** Aborted when nobody needs the reply any more. The call then ends at once, as `cancelled`. */
  signal?: AbortSignal;
  /** The tools that it may ask for. Absent: none. */
  tools?: ToolBox;
  /** The most tools that may be called on the way to its reply. */
  maxToolSteps?: number;
  /** It may have an effect, so it is not made again if an earlier process began it. */
  once?: true;
  /** It is a check of an answer. `timeoutMs`: `null` is that of any function of the caller's, which `isOwnCode` is. */
  check?: { timeoutMs: number | null; isOwnCode: boolean };
  /** The whole reply is the text that was asked for: it has no section, and can't be asked for again. */
  wholeText?: true;
  request: Omit<ModelRequest, "signal" | "onText">;
}

/** The result of a call. A failure is an outcome too: one debater's failure doesn't end the debate. */
export interface StepOutcome extends CallCost {
  /** `null` when every attempt failed. */
  reply: ModelReply | null;
  error?: string;
  /** The error is permanent: it is useless to ask again during this run. */
  permanent?: true;
  /** Nobody waited for the reply. What the last attempt used is unknown. */
  cancelled?: true;
  /** The model that replied, when it was not the one asked first. */
  model?: string;
}

/**
 * The only way from the loop to a model. Budget, retry, journal, tracing and deltas are attached here, so
 * nothing in `debate/` knows a provider, a database or a network. It rejects only when the whole run
 * must end: on abort, or when the journal can't be written.
 */
export type Step = (call: StepCall, beforeAttempt?: BeforeAttempt) => Promise<StepOutcome>;

/**
 * Called and awaited before every attempt, with what the attempts before it used. So an attempt is on
 * record before it can be billed.
 */
export type BeforeAttempt = (spent: CallCost) => void | Promise<void>;
