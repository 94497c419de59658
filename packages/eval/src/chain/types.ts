import type {
  Budget,
  Journal,
  DebateConfig,
  Question,
  DebateResult,
  BudgetLimits,
  TotalUsage,
} from "@rostrum/core/protocol";
import type { Debate } from "@rostrum/core/api";

/** Return value of `step`: a question, independent questions that are asked concurrently, or `null` to end. */
export type StepQuestion = Question | readonly Question[] | null;

/** The answers to what `step` returned: one to a question, a list to a list. */
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
  /** The next question, a list of independent ones, or `null` at the end. It depends on the state alone. */
  step(state: S): Q | Promise<Q>;
  /** The next state. */
  next(state: S, answer: StepAnswer<Q, A>): S | Promise<S>;
}

/** How a chain is run. */
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
  /** Told of every finished step. An error that it throws becomes a warning and does not end the chain. */
  onStep?(step: ChainStep<S, A>): void | Promise<void>;
  /** Aborts the chain. It can be resumed. */
  signal?: AbortSignal;
  /** Caps on the whole chain, over all processes that run it; or a budget shared with others. */
  budget?: BudgetLimits | Budget;
  /** How often a step that isn't decided is asked again. 0 or more. Default 3. */
  retries?: number;
  /** A chain with more steps fails: for a `step` that might never return `null`. Default: no limit. */
  maxSteps?: number;
}

/** A finished step. */
export interface ChainStep<S = unknown, A = unknown> {
  /** From 0. */
  index: number;
  /** The state after it. */
  state: S;
  /** The run that decided it; a list for a list of questions. */
  result: DebateResult<A> | DebateResult<A>[];
  progress: ChainProgress;
}

/** How far a chain is. */
export interface ChainProgress {
  /** Finished, also by earlier processes. */
  steps: number;
  /** Finished by this process, per second. */
  stepsPerSecond: number;
  calls: number;
  /** `null`: the cost of some call is unknown. */
  costUsd: number | null;
  /** Runs whose answer was not decided and that were asked again. */
  retried: number;
}

/** Result of a finished chain. */
export interface ChainResult<S> extends Pick<ChainProgress, "steps" | "costUsd" | "retried"> {
  /** The last state. */
  state: S;
  usage: TotalUsage;
  warnings: string[];
}
