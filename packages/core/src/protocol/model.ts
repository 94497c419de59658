import type { LanguageModelV3, LanguageModelV4 } from "@ai-sdk/provider";
import type { Position } from "./position.ts";
import type { FileType, PromptMessage } from "./question.ts";
import type { ToolUse } from "./tool-use.ts";
import type { Price } from "./settings.ts";
import type { Pricing, Usage } from "./usage.ts";

/** Amount of reasoning before an answer, in the AI SDK's terms. Most models support only some of them. */
export const REASONING_EFFORTS = [
  "none",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
] as const;

/** Amount of reasoning before an answer. */
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** Kinds of files that a model may accept. */
export const FILE_KINDS = ["image", "pdf"] as const;

/** A kind of file that a model may accept. */
export type FileKind = (typeof FILE_KINDS)[number];

/** Purpose of a model call. */
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
  /** A tool that a debater requested; no model is called. */
  | "tool";

/**
 * Origin of a model: a function, a network in this package, an id, an AI SDK model, a program, a person, or a
 * tool.
 */
export type ModelSource = "function" | "embedded" | "id" | "sdk" | "command" | "human" | "tool";

/** Input of one model call. */
export interface ModelRequest {
  /** Identifies the call within the run. The same call has the same id after a restart. */
  stepId: string;
  role: Role;
  /** Name of the debater, with the roles `debater` and `ballot`. */
  debater?: string;
  round: number;
  question: string;
  /** Latest position of this debater, from round 1 on. With `sides`, its latest argument for its side. */
  own?: Position;
  /** Positions of the peers that the prompt shows, in its order and with its labels. */
  peers: Position[];
  /** Numbered texts in the prompt: number 1 is `items[0]`. */
  items?: string[];
  system: string;
  /** Files of the context are attached to the messages that name them, if the model accepts files. */
  messages: PromptMessage[];
  temperature?: number;
  /** Maximum length of the reply, including hidden reasoning. */
  maxOutputTokens?: number;
  /** Set if the debater sets it. Models without reasoning ignore it. */
  reasoningEffort?: ReasoningEffort;
  /** Fires on abort, on timeout, and when the time budget is used up. */
  signal: AbortSignal;
  /** Present if there is a listener. Call it with each piece of text as it arrives. */
  onText?(delta: string): void;
  /**
   * Tools that the debater may use in this call, by name: AI SDK tools, or `{ description, inputSchema }`.
   */
  tools?: Record<string, unknown>;
  /**
   * JSON Schema for the reply, for providers that can enforce it. `inWords` is appended to the last message
   * if the provider can't.
   */
  responseFormat?: { type: "json"; schema: object; inWords: string };
  /** Passed to AI SDK providers unchanged. */
  providerOptions?: Record<string, unknown>;
  /** Derived from the debate's seed and the step, for models with repeatable sampling. */
  seed: number;
}

/** A model's reply. */
export interface ModelReply {
  text: string;
  usage?: Usage;
  /** `length`: the reply was cut off. */
  finishReason?: string;
  /**
   * Tools that the model used for its reply, in order. If the call offers tools, entries without `output` and
   * `error` are requests: the debate calls them, then calls the model again with their results.
   */
  toolCalls?: ToolUse[];
  /** Cost of the call, if the provider reports it. Otherwise it is computed from `usage`. */
  costUsd?: number;
  /** Cost of tools that the provider runs, such as its search, in addition to `usage`. */
  feesUsd?: number;
}

/** A function as a model: an existing client, a rule, a test double. */
export type ModelFunction = (
  request: ModelRequest,
) => ModelReply | string | Promise<ModelReply | string>;

/**
 * A program as a model: it gets the prompt on standard input and prints its reply. No shell is involved.
 * `"command:claude -p"` is the short form.
 */
export interface CommandModel {
  /**
   * The program and its arguments.
   *
   * @example ["claude", "-p"]
   */
  command: string[];
  /** Environment variables to pass on, in addition to PATH, HOME and the like. */
  env?: string[];
  /**
   * Working directory of the program.
   *
   * @default the current folder
   */
  cwd?: string;
  /** US dollars per call, which may be 0. Absent: unknown. */
  costUsd?: number;
}

/** A model id, an AI SDK model, a plain function, or a program. */
export type Model = string | LanguageModelV3 | LanguageModelV4 | ModelFunction | CommandModel;

/**
 * Decides whether two answers in prose are the same if the rules are not certain: `"auto"`, `"rules"` or a
 * model. `auto`: the judge's model, else the model of the first debater that is neither a function nor
 * embedded, else the rules. `rules`: no model is called.
 */
export type Compare = Model | CompareObject;

/** Settings of the comparison of answers in prose. */
export interface CompareObject {
  /** Absent: as with `auto`. */
  model?: Model;
  /** Compare twice, in opposite orders: answers are the same only if both comparisons say so. */
  bothOrders?: boolean;
  /** Price of `model`, if it differs from the price list. */
  price?: Price;
}

/** A model that is ready to be called. Every form of `Model` is converted to one. */
export interface ModelPort {
  source: ModelSource;
  /** Used in fingerprints, events and traces. */
  id: string;
  /** Name in a run's fingerprint, if it differs from the id. */
  fingerprint?: string;
  /** Function or object that the model was made of. Absent: it was made of its id. */
  origin?: object;
  provider?: string;
  /** Name of the person who replies instead of a model. The step waits for them, and no call is made. */
  person?: string;
  /** `null`: unknown, which is not the same as free. */
  pricing: Pricing | null;
  /** Tokens that the model can read and write in one call, if known. */
  contextWindow?: number | null;
  /** True if the model accepts files of this type. `null`: unknown. Absent: it accepts none. */
  takes?(type: FileType): boolean | null;
  /** True if its provider can search the web for it. */
  searches?: boolean;
  /** True if the model is known to reason before it answers. Reasoning counts as output. */
  reasons?: boolean;
  /** Loads dependencies and checks the key, before any call of a run. Rejects with a `ConfigError`. */
  prepare?(): Promise<void>;
  generate(request: ModelRequest): Promise<ModelReply>;
  /** AI SDK model that this port wraps, if there is one. */
  languageModel?(): Promise<LanguageModelV4>;
}

/** Enables the crux, the claim that a disagreement depends on, and optionally sets its model. */
export type CruxOption = boolean | { model?: Model; price?: Price };
