import type {
  DecisionObject,
  SeeObject,
  SequentialPoll,
  StopObject,
} from "../protocol/settings.ts";
import type { LeadRule } from "../decide/index.ts";
import type { Filled } from "../vocabulary/index.ts";
import type { Debater } from "../protocol/options.ts";
import type { AnswerKind } from "../protocol/answer.ts";
import type { ModelPort, ReasoningEffort } from "../protocol/model.ts";
import type { PromptSet } from "../protocol/prompts.ts";
import type { Position } from "../protocol/position.ts";
import type { ContextItem, Message } from "../protocol/question.ts";
import type {
  DecisionFunction,
  PollFunction,
  RouteFunction,
  SeeFunction,
  StopFunction,
} from "../protocol/rules.ts";
import type { Caller } from "../protocol/step.ts";
import type { VerifyRule } from "../protocol/verify.ts";
import type { Pricing } from "../protocol/usage.ts";
import type { ReplyFormat } from "./prompts/index.ts";

/** A debater, judge, router or comparer with every default filled in. */
export interface Member {
  /** As it was configured. */
  given: Debater;
  name: string;
  model: ModelPort;
  pricing: Pricing | null;
  fallback: Caller | null;
  instructions: string;
  temperature: number | undefined;
  weight: number;
  maxOutputTokens: number;
  reasoningEffort: ReasoningEffort | undefined;
  tools: Record<string, unknown> | undefined;
  toolsInRevisions: boolean;
  maxToolSteps: number;
  providerOptions: Record<string, unknown> | undefined;
}

export type Route =
  | { type: "always" }
  | { type: "confident"; member: Member; threshold: number }
  | { type: "function"; member: Member; ask: RouteFunction };

/** A checked config: every name resolved, every default in place. The loop asks no further questions. */
export interface ResolvedConfig {
  members: readonly Member[];
  judge: Member | null;
  rounds: number;
  answer: AnswerKind<unknown>;
  format: ReplyFormat;
  /** Who compares answers in prose where rules are not certain. `null`: nobody. */
  compare: { member: Member; bothOrders: boolean } | null;
  stop: readonly (Filled<StopObject> | StopFunction)[];
  decide: Filled<DecisionObject> | DecisionFunction;
  route: Route;
  /** `null`: everyone at once. */
  poll: PollFunction | Filled<SequentialPoll> | LeadRule | null;
  revise: "everyone" | "dissenters";
  see: Filled<SeeObject> | SeeFunction;
  show: "latest" | "transcript" | "digest";
  anonymous: boolean;
  prompts: PromptSet;
  verify: Required<VerifyRule<unknown>> | null;
  escalateBelow: number;
  onEscalate: "flag" | "wait";
  quorum: number;
  seed: number;
  /** Puts other words into a peer's mouth: a placebo, for experiments. */
  substitute?: (position: Position) => Position;
}

/** The question of one run, taken apart. */
export interface Task {
  id: string;
  question: string;
  /** Turns that come before the question. */
  context: readonly Message[];
  /** The same as it was given: documents with their names. */
  material: readonly ContextItem[];
  /**
   * Known to nobody who is asked: what the marks around quoted texts are made from. Kept in the journal,
   * never in events. Empty in runs that were begun before there was one.
   */
  secret: string;
}
