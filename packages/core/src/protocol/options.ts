/*
 * Made from src/options by `npm run vocabulary -- --write`: change an option there, not here.
 */
import type { AnswerKind } from "./answer.ts";
import type { ModelAttempt } from "./attempt.ts";
import type { Budget } from "./budget.ts";
import type { DebateEvent } from "./events.ts";
import type { Journal } from "./journal.ts";
import type { Limiter } from "./limiter.ts";
import type { Sides } from "./sides.ts";
import type { Compare, CruxOption, FileKind, Model, ReasoningEffort } from "./model.ts";
import type { PromptSet, PromptSetName } from "./prompts.ts";
import type { DecisionRule, Poll, Report, Router, StopRule, Topology } from "./rules.ts";
import type { BudgetLimits, Limits, Price, Tools } from "./settings.ts";
import type { Meter, Tracer } from "./tracer.ts";
import type { Verifier } from "./verify.ts";

/** A member of the panel, or the judge. */
export interface Debater {
  /**
   * Unique in the panel: one line of 1 to 64 characters.
   * @default `debater_0`, `debater_1`, …, and `judge`
   */
  name?: string;
  /**
   * The model that replies.
   * @default the config's `model`
   */
  model?: Model;
  /**
   * Who makes the model, for a `quorum` with vendors.
   * @default what the model's name says
   */
  vendor?: string;
  /** The model that replies if `model` fails after its retries, with its own price. */
  fallback?: Model | { model: Model; price?: Price };
  /** Text that is added to the system prompt: a role, a specialty, a persona. */
  instructions?: string;
  /**
   * Sampling temperature. From 0 to 10.
   * @default the provider's own
   */
  temperature?: number;
  /**
   * Weight of the member's vote under `weighted()`. Above 0.
   * @default 1
   */
  weight?: number;
  /**
   * Longest reply in tokens, hidden reasoning included. A whole number, 1 or more.
   * @default 2048, and 16,384 for a model that reasons
   */
  maxOutputTokens?: number;
  /**
   * How much a reasoning model reasons.
   * @default the provider's own
   */
  reasoningEffort?: ReasoningEffort;
  /**
   * What a judge sees of the context: `quotes` shows what the debaters quote from it and from each other, if it stands there, and not the context itself.
   * @default `everything`
   */
  sees?: "everything" | "quotes";
  /**
   * Which files in the context the model accepts. A panel with a model that doesn't accept a file is refused before anything is spent. An empty list means none.
   * @default what is known about the model
   */
  takes?: FileKind | FileKind[];
  /** Tools that it may use: servers that speak MCP, built-in ones, or AI SDK tools by name. Offered in round 0 only, unless `toolsInRevisions` is set. */
  tools?: Tools | Record<string, unknown>;
  /**
   * Offer `tools` in revision rounds too, where the text of peers could steer them.
   * @default false
   */
  toolsInRevisions?: boolean;
  /**
   * Calls of tools on the way to one reply, before the model must answer. A whole number, 1 or more.
   * @default 8
   */
  maxToolSteps?: number;
  /**
   * Options that are passed to an AI SDK provider unchanged.
   * @example
   * ```ts
   * providerOptions: { openai: { serviceTier: "flex" } }
   * ```
   */
  providerOptions?: Record<string, unknown>;
  /** What `model` charges, if it isn't what the price list says. */
  price?: Price;
}

/** How a debate is held. Every rule is a name, a plain object, or a function. */
export interface DebateConfig<A = string> {
  /** What the panel is for, in one sentence. The page shows it to people who choose a panel. */
  purpose?: string;
  /**
   * The panel: at least two debaters, or one model that stands for `panelSize` of them.
   * @example
   * ```ts
   * debaters: ["openai/<model>", "anthropic/<model>", "ollama/<model>*2"]
   * ```
   */
  debaters: (Debater | Model)[] | Model;
  /** The model of debaters that have none of their own. */
  model?: Model;
  /**
   * Number of debaters when `debaters` is one model. A whole number, 2 or more.
   * @default 3
   */
  panelSize?: number;
  /**
   * `true` gives the debaters five built-in personas in turn; a list gives one per debater.
   * @default false
   */
  personas?: boolean | string[];
  /** The judge, which decides unless `decide` says otherwise. */
  judge?: Debater | Model;
  /**
   * Revision rounds after round 0. With 0, the panel only votes (self-consistency). A whole number, 0 or more.
   * @default 1
   */
  rounds?: number;
  /**
   * How a reply is read and compared.
   * @default auto
   */
  answer?: AnswerKind<A>;
  /**
   * Who compares answers that are neither identical nor quantities, dates or options: a model, or nobody (`rules`), and then they are different. `auto` asks the judge's model, else that of the first debater that is neither a function, embedded nor a person.
   * @default auto
   */
  compare?: Compare;
  /** Answers that the debaters argue for before the judge, whatever they think. `leaders` are those of round 0's two largest groups. */
  sides?: Sides;
  /**
   * When to end the debate early. One rule that applies is enough.
   * @default agreement:0.8
   */
  stop?: StopRule | StopRule[];
  /**
   * How the last positions become one answer.
   * @default `judged` with a judge, else `majority`
   */
  decide?: DecisionRule;
  /**
   * Whether a question needs a debate at all.
   * @default always
   */
  route?: Router;
  /**
   * In what order round 0 asks the panel.
   * @default everyone
   */
  poll?: Poll;
  /** What a wrong answer and a person's answer cost. The expected cost decides whom to ask, when to stop and when to hand over. It needs `poll: sequential` with a calibration, and a known price for every debater. */
  stakes?: Stakes;
  /**
   * Who answers again in later rounds. Under `dissenters`, members of the largest group keep their answer unless groups are tied.
   * @default dissenters
   */
  revise?: "everyone" | "dissenters";
  /**
   * Who sees whom in revision rounds.
   * @default all
   */
  see?: Topology;
  /**
   * What a debater reads of its peers: their latest replies, all rounds, or a digest of the groups.
   * @default latest
   */
  show?: "latest" | "transcript" | "digest";
  /**
   * Peers are unnamed, for debaters and judge. Their labels are shuffled by seed, once per debate.
   * @default true
   */
  anonymous?: boolean;
  /**
   * A built-in set of prompts by name, or `classic` with some texts replaced.
   * @default classic
   */
  prompts?: PromptSetName | Partial<PromptSet>;
  /**
   * Before each revision round, a model (as for `compare`, unless named) names the claim that the disagreement turns on, and every debater answers it first.
   * @default false
   */
  crux?: CruxOption;
  /**
   * One more reader (as for `compare`, unless named) tries to refute an answer that all members gave. If it does, a person should review the answer.
   * @default false
   */
  audit?: CruxOption;
  /**
   * What a model writes about the debate when it is over.
   * @default none
   */
  report?: Report;
  /** A check of answers without a model, shown to all. It can lock or veto an answer, or select the first that passes. */
  verify?: Verifier<A> | VerifyRule<A>;
  /** Tools for every debater, in addition to its own. */
  tools?: Tools;
  /**
   * Who reads what tools returned: the debater that asked, or, before each revision, everybody.
   * @default own
   */
  evidence?: "own" | "shared";
  /**
   * Agreement below which a person should review the answer. From 0 to 1.
   * @default 0.5
   */
  escalateBelow?: number;
  /**
   * Under `wait`, an escalated run pauses until `panel.review(id, …)`.
   * @default flag
   */
  onEscalate?: "flag" | "wait";
  /**
   * Under `wait`, a run pauses after each round until `panel.proceed(id)`.
   * @default go
   */
  onRound?: "go" | "wait";
  /** Caps on this debate, or a `Budget` that it shares with others. */
  budget?: BudgetLimits | Budget;
  /** Timeouts, retries and the fewest replies that a round needs. */
  limits?: Limits;
  /**
   * Limits on providers, for this debate and the others that share it.
   * @default the limits of the process, which `limitProvider` sets
   */
  limiter?: Limiter;
  /**
   * Where runs are kept.
   * @default in memory, for this run alone
   */
  journal?: Journal;
  /** An OpenTelemetry tracer: spans for the run, its rounds and its calls. */
  tracer?: Tracer;
  /** An OpenTelemetry meter: durations and tokens of calls. */
  meter?: Meter;
  /**
   * Put prompts and replies into spans.
   * @default false
   */
  traceContent?: boolean;
  /**
   * Seeds shuffles and samples, and models that can be seeded. A whole number, 0 or more.
   * @default 0
   */
  seed?: number;
}

/** A check of answers without a model, and what its verdicts do. Exactly one of the first six says what is checked. */
export interface VerifyRule<A = string> {
  /** A function that checks an answer. */
  check?: Verifier<A>;
  /** A program that gets the answer on standard input. Exit code 0 means ok, 1 means refuted, and anything else means unknown. */
  command?: readonly string[];
  /** A command line that runs the tests of `folder` with the answer in it. Exit codes mean what they mean for `command`. */
  tests?: string;
  /** A JSON Schema that the answer must fit. */
  schema?: unknown;
  /** Compute again what the answer claims to compute, such as `17 × 23 = 391`. */
  calc?: boolean;
  /** Look up every `quote` field of the answer in the documents of the debate. */
  citations?: boolean;
  /**
   * Tests run in a copy of `folder`, never in the folder itself, so this must be true.
   * @default true
   */
  worktree?: boolean;
  /**
   * With `tests`: the file of the copy that the answer becomes.
   * @default the answer is a patch, which `git apply` applies to the copy
   */
  file?: string;
  /**
   * The folder that `tests` are about.
   * @default the current folder
   */
  folder?: string;
  /**
   * Environment variables that the program may see in addition to those that any program needs.
   * @default none
   */
  env?: readonly string[];
  /**
   * Longest time that one check by a program may take.
   * @default 60000
   */
  timeoutMs?: number;
  /**
   * Most memory, in MiB, of each process of the program, where the system can limit it. A whole number, 16 or more.
   * @default 2048
   */
  memoryMb?: number;
  /**
   * The program may use the network.
   * @default false
   */
  network?: boolean;
  /**
   * An answer found ok ends the debate and stands.
   * @default true, but false for `schema`, `calc` and `citations`
   */
  lock?: boolean;
  /**
   * A refuted answer can't win.
   * @default true
   */
  veto?: boolean;
  /**
   * Ask one member after another, the cheapest first, until an answer is found ok. It sets `lock`.
   * @default false
   */
  select?: boolean;
}

/** What is at stake with one question, in US dollars. */
export interface Stakes {
  /** What a wrong answer costs, in US dollars. 0 or more. */
  wrong: number;
  /**
   * What it costs to let a person answer, in US dollars. 0 or more.
   * @default no person can be asked
   */
  person?: number;
}

/** What belongs to one run, next to its question. */
export interface RunOptions {
  /**
   * The run's id. With a journal, the same id resumes the run.
   * @default a random id
   */
  id?: string;
  /** Aborts the run. */
  signal?: AbortSignal;
  /** Who asks. It is kept in the record. */
  userId?: string;
  /** The team that owns the run and pays for it. It is stored in the record. */
  teamId?: string;
  /** The project that pays for the run. It is stored in the record. */
  projectId?: string;
  /** Anything that should be kept in the record. */
  metadata?: Record<string, unknown>;
  /** Gets every event as it happens, in order. An error that it throws becomes a warning and does not end the run. */
  onEvent?: (event: DebateEvent) => void | Promise<void>;
  /** Gets every attempt at a call of a model, with its duration and why it failed. An error that it throws becomes a warning and does not end the run. */
  onAttempt?: (attempt: ModelAttempt) => void;
}
