import type {
  Budget,
  Journal,
  DebateConfig,
  Question,
  DebateResult,
  BudgetLimits,
  TotalUsage,
} from "@rostrum/core/protocol";
import type { Debate } from "@rostrum/runtime/api";

/** Return value of `step`: a question, independent questions that are asked concurrently, or `null` to end. */
export type StepQuestion = Question | readonly Question[] | null;

/** Type of `next`'s answer: an array if `step` returned an array. */
export type StepAnswer<Q extends StepQuestion, A> = Q extends readonly Question[]
  ? A[]
  : Q extends Question
    ? A
    : never;

/** A long task as a state and a rule that turns it into the next question. */
export interface Chain<S, A, Q extends StepQuestion> {
  /** The panel to ask: a `Debate`, or the config of one. */
  panel: Debate<A> | DebateConfig<A>;
  /** The first state. States are JSON: they are stored after every step. */
  start: S;
  /** Returns the next question, a list of independent ones, or `null` at the end. Must depend on the state alone. */
  step(state: S): Q | Promise<Q>;
  /** Returns the next state. */
  next(state: S, answer: StepAnswer<Q, A>): S | Promise<S>;
}

/** Options of `chain()`. */
export interface ChainOptions<S = unknown, A = unknown> {
  /** The chain's id. With a journal, the same id resumes the chain. Default: a random id. */
  id?: string;
  /** Journal for states and runs. Default: the panel's journal; without one, nothing is stored. */
  journal?: Journal;
  /**
   * Extent of what is stored. `runs`: every run, and the state after every step. `latest`: like `runs`, but runs of
   * finished steps are removed, so that a long chain takes little space. `states`: only the state, about once per
   * second, for models that cost nothing: a killed chain repeats the steps since then. Default `runs`.
   */
  keep?: "runs" | "latest" | "states";
  /** Called after every step. If it throws, the error becomes a warning and the chain continues. */
  onStep?(step: ChainStep<S, A>): void | Promise<void>;
  /** Aborts the chain. It can be resumed. */
  signal?: AbortSignal;
  /** Limits for the whole chain, over all processes that run it; or a budget shared with other work. */
  budget?: BudgetLimits | Budget;
  /** Retries of an undecided step. Default 3. */
  retries?: number;
  /** Fails the chain beyond this many steps, in case `step` never returns `null`. Default: no limit. */
  maxSteps?: number;
}

/** A finished step. */
export interface ChainStep<S = unknown, A = unknown> {
  /** From 0. */
  index: number;
  /** The state after this step. */
  state: S;
  /** Result of the deciding run; an array for a list of questions. */
  result: DebateResult<A> | DebateResult<A>[];
  progress: ChainProgress;
}

/** Progress of a chain. */
export interface ChainProgress {
  /** Finished steps, including those of earlier processes. */
  steps: number;
  /** Steps per second of this process. */
  stepsPerSecond: number;
  calls: number;
  /** `null`: the cost of some call is unknown. */
  costUsd: number | null;
  /** Undecided runs that were repeated. */
  retried: number;
}

/** Result of a finished chain. */
export interface ChainResult<S> extends Pick<ChainProgress, "steps" | "costUsd" | "retried"> {
  /** The last state. */
  state: S;
  usage: TotalUsage;
  /** Degraded steps, of all processes, with the cause (a sentence per cause, at most five); errors of `onStep`. */
  warnings: string[];
}
