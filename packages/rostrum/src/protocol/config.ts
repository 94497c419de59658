import type { AnswerKind } from "./answer.ts";
import type { Budget, BudgetLimits } from "./budget.ts";
import type { Debater } from "./debater.ts";
import type { DebateEvent } from "./events.ts";
import type { Journal } from "./journal.ts";
import type { Model } from "./model.ts";
import type { PromptSet, PromptSetName } from "./prompts.ts";
import type { DecisionRule, Poll, Router, StopRule, Topology } from "./rules.ts";
import type { Verifier, VerifyRule } from "./verify.ts";
import type { Meter, Tracer } from "./tracer.ts";

export interface Limits {
  /** Calls in flight at once within one debate. Default: no limit. */
  concurrency?: number;
  /** Milliseconds one attempt may take. Default 120,000. */
  timeoutMs?: number;
  /** Attempts after the first. Default 2. */
  retries?: number;
  /** Fewest replies a round needs, readable or not. Default 2. */
  quorum?: number;
}

/** How a debate is held. Every rule is a name, a plain object, or a function. */
export interface DebateConfig<A = string> {
  /** The panel; one model stands for `panelSize` debaters. At least 2. */
  debaters: (Debater | Model)[] | Model;
  /** For debaters that name none. */
  model?: Model;
  /** Number of debaters when `debaters` is one model. Default 3. */
  panelSize?: number;
  /** `true`: five built-in ones, cycling; a list: one a debater. Default false. */
  personas?: boolean | string[];
  judge?: Debater | Model;
  /** Revision rounds after round 0; 0 is self-consistency. Default 2. */
  rounds?: number;
  /** How a reply is read and compared. Default `auto`. */
  answer?: AnswerKind<A>;
  /** Any rule that says so ends the debate. Default `agreement(0.8)`. */
  stop?: StopRule | StopRule[];
  /** Default `judged` with a judge, else `majority`. */
  decide?: DecisionRule;
  /** Default `always`: always debate. */
  route?: Router;
  /** Default `everyone`. */
  poll?: Poll;
  /** `dissenters`: members of a sole leading cluster keep their answer. Default `everyone`. */
  revise?: "everyone" | "dissenters";
  /** Default `all`. */
  see?: Topology;
  /** What a debater reads of its peers: their latest words, all rounds, or a digest of clusters. Default `latest`. */
  show?: "latest" | "transcript" | "digest";
  /** Peers are unnamed and shuffled by seed, for debaters and judge. Default true. */
  anonymous?: boolean;
  /** A built-in set by name, or `classic` with some texts replaced. Default `classic`. */
  prompts?: PromptSetName | Partial<PromptSet>;
  /** A deterministic check of answers, shown to all; it can lock or veto one. */
  verify?: Verifier<A> | VerifyRule<A>;
  /** Agreement below which a person should look, 0 to 1. Default 0.5. */
  escalateBelow?: number;
  /** `wait`: an escalated run pauses until `review(id, …)`. Default `flag`. */
  onEscalate?: "flag" | "wait";
  /** Caps on this debate, or a `Budget` shared with others. */
  budget?: BudgetLimits | Budget;
  limits?: Limits;
  /** Default: in memory, for this run alone. */
  journal?: Journal;
  /** An OpenTelemetry tracer: spans for the run, its rounds and its calls. */
  tracer?: Tracer;
  /** An OpenTelemetry meter: durations and tokens of calls. */
  meter?: Meter;
  /** Put prompts and replies into spans. Default false. */
  traceContent?: boolean;
  /** Seeds shuffles, samples and fences. Default 0. */
  seed?: number;
}

export interface RunOptions {
  /** Names the run. With a journal, the same id resumes it. Default: a random id. */
  id?: string;
  signal?: AbortSignal;
  userId?: string;
  metadata?: Record<string, unknown>;
  /** Gets every event as it happens, in order. What it throws doesn't end the run: it becomes a warning. */
  onEvent?(event: DebateEvent): void | Promise<void>;
}

/** What a debate may take, before it starts. */
export interface DebatePlan {
  /** Retries are not counted; calls of fallbacks are. */
  calls: { min: number; max: number };
  /** An estimate on the high side: no provider's tokenizer is asked. */
  tokens: { max: number };
  /** `null`: the price of some model is unknown. */
  usd: { max: number | null };
  warnings: string[];
}
