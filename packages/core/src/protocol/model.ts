import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Position } from "./position.ts";
import type { FileType, PromptMessage } from "./question.ts";
import type { ToolUse } from "./tool-use.ts";
import type { Price } from "./settings.ts";
import type { Pricing, Usage } from "./usage.ts";

/** How much a model reasons before it answers, in the AI SDK's words. Most models support only some of them. */
export const REASONING_EFFORTS = [
  "none",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
] as const;

/** How long a reasoning model may think. */
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** Kinds of files that a model may accept. */
export const FILE_KINDS = ["image", "pdf"] as const;

/** A kind of file that a model may accept. */
export type FileKind = (typeof FILE_KINDS)[number];

/** What a model is called for. */
export type Role =
  | "debater"
  | "judge"
  | "router"
  | "comparer"
  | "crux"
  | "claims"
  | "memo"
  | "ballot"
  | "audit"
  /** Not a model's call: a tool that a debater asked for. */
  | "tool";

/** What a model is made from: a function, a network in this package, an id, an AI SDK model, a program, a person, or a tool. */
export type ModelSource = "function" | "embedded" | "id" | "sdk" | "command" | "human" | "tool";

/** Everything a model is given for one call. */
export interface ModelRequest {
  /** Names this call within the run; the same call has the same name after a restart. */
  stepId: string;
  role: Role;
  /** The debater's name, for calls of role `debater` and `ballot`. */
  debater?: string;
  round: number;
  question: string;
  /** The debater's own latest position, from round 1 on. */
  own?: Position;
  /** The peers' positions that this call shows, in the order and with the labels that it shows. */
  peers: Position[];
  /** The texts that the call shows under numbers: number 1 is `items[0]`. */
  items?: string[];
  system: string;
  /** Files of the context come with the messages that name them, if the model accepts files. */
  messages: PromptMessage[];
  temperature?: number;
  /** Longest reply, hidden reasoning included. */
  maxOutputTokens?: number;
  /** Where the debater sets it; a model that can't reason ignores it. */
  reasoningEffort?: ReasoningEffort;
  /** Fires on abort, timeout and a spent time budget. */
  signal: AbortSignal;
  /** Present if somebody listens. Call it with each piece of text as it arrives. */
  onText?(delta: string): void;
  /** The tools that the debater may use in this call, by name: AI SDK tools, or `{ description, inputSchema }`. */
  tools?: Record<string, unknown>;
  /**
   * The JSON Schema that the reply must fit, for models whose provider may enforce it. `formatAnswer` is what the last
   * turn must also say where nobody enforces it.
   */
  responseFormat?: { type: "json"; schema: object; inWords: string };
  /** Passed to AI SDK providers as it is. */
  providerOptions?: Record<string, unknown>;
  /** Derived from the debate's seed and the step: a model that can sample repeatably uses it. */
  seed: number;
}

/** A model's reply. */
export interface ModelReply {
  text: string;
  usage?: Usage;
  /** `length` marks a reply that was cut off. */
  finishReason?: string;
  /**
   * Tools that the model used on the way to its reply, in order. In a call that offers tools, those without `output`
   * and `error` are asked for: the debate calls them, and asks the model again with their results.
   */
  toolCalls?: ToolUse[];
  /** What the call cost, where the provider says so; otherwise it is priced from `usage`. */
  costUsd?: number;
  /** What tools that the provider runs, such as its search, cost in addition to `usage`. */
  feesUsd?: number;
}

/** Any function can be a model: a client you already have, a rule, a test double. */
export type ModelFunction = (
  request: ModelRequest,
) => ModelReply | string | Promise<ModelReply | string>;

/**
 * A program that is a model: it gets the prompt on standard input, and what it prints is its reply. No
 * shell is involved. `"command:claude -p"` is the short form.
 */
export interface CommandModel {
  /**
   * The program and its arguments.
   *
   * @example ["claude", "-p"]
   */
  command: string[];
  /** Names of environment variables that it may see, in addition to PATH, HOME and the like. */
  env?: string[];
  /**
   * The folder it runs in.
   *
   * @default the current folder
   */
  cwd?: string;
  /** US dollars per call, which may be 0. Absent: unknown. */
  costUsd?: number;
}

/** A model id, an AI SDK model, a plain function, or a program. */
export type Model = string | LanguageModelV4 | ModelFunction | CommandModel;

/**
 * Who decides whether two answers in prose are the same if the rules are not certain: `"auto"`, `"rules"`
 * or a model. `auto`: the judge's model, else the model of the first debater that is neither a function nor
 * embedded, else the rules. `rules`: no model is asked.
 */
export type Compare = Model | CompareObject;

/** How a model compares answers in prose. */
export interface CompareObject {
  /** Absent: as under `auto`. */
  model?: Model;
  /** Compare twice, in opposite orders: answers are the same only if both say so. */
  bothOrders?: boolean;
  /** What `model` charges, if it isn't what the price list says. */
  price?: Price;
}

/** A model that is ready to be called. Every form of `Model` is turned into one. */
export interface ModelPort {
  source: ModelSource;
  /** Used in fingerprints, events and traces. */
  id: string;
  /** Its name in a run's fingerprint, if that isn't its id. */
  fingerprint?: string;
  provider?: string;
  /** The name of the person who speaks in its place. The step waits for them, and no call is made. */
  person?: string;
  /** `null`: unknown, which is not the same as free. */
  pricing: Pricing | null;
  /** How many tokens it can read and write in one call, if that is known. */
  contextWindow?: number | null;
  /** Whether the model accepts files of a type. `null`: unknown. Absent: it accepts none. */
  takes?(type: FileType): boolean | null;
  /** Whether it is known to reason before it answers. Reasoning counts as output. */
  reasons?: boolean;
  /** Loads what it needs and checks its key, before any call of a run. Rejects with a `ConfigError`. */
  prepare?(): Promise<void>;
  generate(request: ModelRequest): Promise<ModelReply>;
  /** The AI SDK model behind it, where there is one. */
  languageModel?(): Promise<LanguageModelV4>;
}

/** Whether a model names the claim that a disagreement turns on; which model, if it is named. */
export type CruxOption = boolean | { model?: Model; price?: Price };
