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
   * Model of the debater.
   * @default the config's `model`
   */
  model?: Model;
  /**
   * Vendor of the model, for a `quorum` with vendors.
   * @default derived from the model's name
   */
  vendor?: string;
  /** Model that replies if `model` fails after its retries, optionally with a price. */
  fallback?: Model | { model: Model; price?: Price };
  /** Text that is added to the system prompt: a role, a specialty, a persona. */
  instructions?: string;
  /**
   * Sampling temperature. From 0 to 10.
   * @default the provider's default
   */
  temperature?: number;
  /**
   * Weight of the member's vote under `weighted()`. Above 0.
   * @default 1
   */
  weight?: number;
  /**
   * Maximum length of a reply in tokens, including hidden reasoning. A whole number, 1 or more.
   * @default 2048, and 16,384 for a reasoning model
   */
  maxOutputTokens?: number;
  /**
   * Amount of reasoning of a reasoning model.
   * @default the provider's default
   */
  reasoningEffort?: ReasoningEffort;
  /**
   * Material for a judge. `quotes` replaces the context with the verified quotes that debaters take from it and from each other.
   * @default `everything`
   */
  sees?: "everything" | "quotes";
  /**
   * Files in the context that the model accepts. An empty list means none. If a model doesn't accept a file, the run fails before anything is spent.
   * @default by what is known about the model
   */
  takes?: FileKind | FileKind[];
  /** Tools that it may use: MCP servers, built-in tools, or AI SDK tools by name. Offered in the first round only, unless `toolsInRevisions` is set. */
  tools?: Tools | Record<string, unknown>;
  /**
   * Also offer `tools` in revision rounds, where the texts of peers could influence tool calls.
   * @default false
   */
  toolsInRevisions?: boolean;
  /**
   * Maximum number of tool calls per reply, before the model must answer. A whole number, 1 or more.
   * @default 8
   */
  maxToolSteps?: number;
  /**
   * Options passed to an AI SDK provider unchanged.
   * @example
   * ```ts
   * providerOptions: { openai: { serviceTier: "flex" } }
   * ```
   */
  providerOptions?: Record<string, unknown>;
  /** Price of `model`, if it differs from the price list. */
  price?: Price;
}

/** Options of a debate. Every rule is a name, a plain object, or a function. */
export interface DebateConfig<A = string> {
  /** Purpose of the panel, in one sentence. The page shows it in the list of panels. */
  purpose?: string;
  /**
   * The panel: at least two debaters, or one model that is used `panelSize` times.
   * @example
   * ```ts
   * debaters: ["openai/<model>", "anthropic/<model>", "ollama/<model>*2"]
   * ```
   */
  debaters: (Debater | Model)[] | Model;
  /** Default model of debaters. */
  model?: Model;
  /**
   * Number of debaters when `debaters` is one model. A whole number, 2 or more.
   * @default 3
   */
  panelSize?: number;
  /**
   * `true` assigns five built-in personas in turn; a list sets one per debater.
   * @default false
   */
  personas?: boolean | string[];
  /** The judge. With a judge, `decide` defaults to `judged`. */
  judge?: Debater | Model;
  /**
   * Revision rounds after the first round. With 0, the panel only votes (self-consistency). A whole number, 0 or more.
   * @default 1
   */
  rounds?: number;
  /**
   * How replies are read and compared.
   * @default auto
   */
  answer?: AnswerKind<A>;
  /**
   * Model that compares answers other than quantities, dates and options if they are not identical. With `rules`, no model is called, and such answers count as different. `auto` uses the judge's model, else that of the first debater that is not a function, embedded or a person.
   * @default auto
   */
  compare?: Compare;
  /** Answers that debaters are assigned to argue for before the judge. `leaders` are the answers of the first round's two largest groups. */
  sides?: Sides;
  /**
   * When to end the debate early. With several rules, the first one that applies ends it.
   * @default agreement:0.8
   */
  stop?: StopRule | StopRule[];
  /**
   * How the last positions become one answer.
   * @default `judged` with a judge, else `majority`
   */
  decide?: DecisionRule;
  /**
   * Router that decides whether a question needs a debate at all.
   * @default always
   */
  route?: Router;
  /**
   * Order in which the first round calls the members.
   * @default everyone
   */
  poll?: Poll;
  /** Costs of a wrong answer and of a person's answer. The expected cost determines which member to call next, when to stop and when to hand over to a person. Requires `poll: sequential` with a calibration, and a known price for every debater. */
  stakes?: Stakes;
  /**
   * Members that answer again in revision rounds. With `dissenters`, members of the largest group keep their answer unless groups are tied.
   * @default dissenters
   */
  revise?: "everyone" | "dissenters";
  /**
   * Which peers a debater sees in revision rounds.
   * @default all
   */
  see?: Topology;
  /**
   * How a debater sees its peers: their latest replies, all rounds, or a digest of the groups.
   * @default latest
   */
  show?: "latest" | "transcript" | "digest";
  /**
   * Hide names from debaters and judge. Labels (Debater A, …) are shuffled by the seed, once per debate.
   * @default true
   */
  anonymous?: boolean;
  /**
   * A built-in set of prompts by name, or `classic` with some texts replaced.
   * @default classic
   */
  prompts?: PromptSetName | Partial<PromptSet>;
  /**
   * Before each revision round, a model (by default as for `compare`) names the claim that the disagreement depends on, and every debater addresses it first.
   * @default false
   */
  crux?: CruxOption;
  /**
   * Another model (by default as for `compare`) tries to refute a unanimous answer. If it succeeds, the run is escalated to a person.
   * @default false
   */
  audit?: CruxOption;
  /**
   * Report that a model writes after the debate.
   * @default none
   */
  report?: Report;
  /** Check of answers without a model, visible to all members. It can lock or veto an answer, or select the first one that passes. */
  verify?: Verifier<A> | VerifyRule<A>;
  /** Tools for every debater, in addition to its own tools. */
  tools?: Tools;
  /**
   * Readers of tool results: `own` is the debater that called the tool, `shared` all debaters before each revision.
   * @default own
   */
  evidence?: "own" | "shared";
  /**
   * Agreement below which a person should review the answer. From 0 to 1.
   * @default 0.5
   */
  escalateBelow?: number;
  /**
   * With `wait`, an escalated run pauses until `panel.review(id, …)`.
   * @default flag
   */
  onEscalate?: "flag" | "wait";
  /**
   * With `wait`, a run pauses after each round until `panel.proceed(id)`.
   * @default go
   */
  onRound?: "go" | "wait";
  /** Caps on this debate, or a `Budget` that several debates share. */
  budget?: BudgetLimits | Budget;
  /** Timeouts, retries and the minimum number of replies per round. */
  limits?: Limits;
  /**
   * Limits on calls to providers, for all debates that share the limiter.
   * @default the limits of the process, as set by `limitProvider`
   */
  limiter?: Limiter;
  /**
   * Storage of runs.
   * @default in memory, for this run alone
   */
  journal?: Journal;
  /** An OpenTelemetry tracer: spans for the run, its rounds and its calls. */
  tracer?: Tracer;
  /** An OpenTelemetry meter: durations and tokens of calls. */
  meter?: Meter;
  /**
   * Include prompts and replies in spans.
   * @default false
   */
  traceContent?: boolean;
  /**
   * Seed of shuffles and samples, and of models that accept one. A whole number, 0 or more.
   * @default 0
   */
  seed?: number;
}

/** A check of answers without a model, and the effect of its verdicts. Exactly one of the first six options must be set. */
export interface VerifyRule<A = string> {
  /** Function that checks an answer. */
  check?: Verifier<A>;
  /** Program that reads the answer from standard input. Exit code 0 means ok, 1 refuted, any other unknown. */
  command?: readonly string[];
  /** Command line that runs the tests of `folder` with the answer applied. Exit codes as for `command`. */
  tests?: string;
  /** JSON Schema that the answer must match. */
  schema?: unknown;
  /** Recompute the calculations in the answer, such as `17 × 23 = 391`. */
  calc?: boolean;
  /** Look up every `quote` field of the answer in the documents of the debate. */
  citations?: boolean;
  /**
   * Run tests in a copy of `folder`. Must be true.
   * @default true
   */
  worktree?: boolean;
  /**
   * With `tests`: the file of the copy to replace with the answer.
   * @default the answer is a patch, which `git apply` applies to the copy
   */
  file?: string;
  /**
   * Folder for `tests`.
   * @default the current folder
   */
  folder?: string;
  /**
   * Environment variables to pass to the program, in addition to PATH, HOME and the like.
   * @default none
   */
  env?: readonly string[];
  /**
   * Maximum duration of one check by a program.
   * @default 60000
   */
  timeoutMs?: number;
  /**
   * Maximum memory of each process of the program, in MiB, if the system can limit it. A whole number, 16 or more.
   * @default 2048
   */
  memoryMb?: number;
  /**
   * Allow network access to the program.
   * @default false
   */
  network?: boolean;
  /**
   * An answer that passes ends the debate and wins.
   * @default true, but false for `schema`, `calc` and `citations`
   */
  lock?: boolean;
  /**
   * A refuted answer can't win.
   * @default true
   */
  veto?: boolean;
  /**
   * Call one member after another, the cheapest first, until an answer passes. Implies `lock`.
   * @default false
   */
  select?: boolean;
}

/** Costs of one question's outcome, in US dollars. */
export interface Stakes {
  /** Cost of a wrong answer, in US dollars. 0 or more. */
  wrong: number;
  /**
   * Cost of a person's answer, in US dollars. 0 or more.
   * @default no person can be asked
   */
  person?: number;
}

/** Options of one run, in addition to its question. */
export interface RunOptions {
  /**
   * Id of the run. With a journal, the same id resumes the run.
   * @default a random id
   */
  id?: string;
  /** Aborts the run. */
  signal?: AbortSignal;
  /** User who asks. Stored in the record. */
  userId?: string;
  /** Team that owns the run and pays for it. Stored in the record. */
  teamId?: string;
  /** Project that pays for the run. Stored in the record. */
  projectId?: string;
  /** Custom data to store in the record. */
  metadata?: Record<string, unknown>;
  /** Called with every event as it happens, in order, and not awaited: where an event must be handled before the next, use `stream`. An error in it becomes a warning and doesn't end the run. */
  onEvent?: (event: DebateEvent) => void | Promise<void>;
  /** Called with every attempt at a model call, with its duration and failure. An error in it becomes a warning and doesn't end the run. */
  onAttempt?: (attempt: ModelAttempt) => void;
}
