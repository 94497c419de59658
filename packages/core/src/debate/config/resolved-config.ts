import type {
  DecisionObject,
  RacePoll,
  SeeObject,
  SequentialPoll,
  StopObject,
} from "../../protocol/rule-settings.ts";
import type { LeadRule } from "../../decide/lead.ts";
import type { SidesObject } from "../../protocol/sides.ts";
import type { Filled } from "../../options/checks.ts";
import type { Debater, Stakes } from "../../protocol/options.ts";
import type { Limits } from "../../protocol/settings.ts";
import type { AnswerKind } from "../../protocol/answer.ts";
import type { FileKind, ModelPort, ModelSource, ReasoningEffort } from "../../protocol/model.ts";
import type { PromptSet } from "../../protocol/prompts.ts";
import type { Position } from "../../protocol/position.ts";
import type { PromptMessage, RecordedItem } from "../../protocol/question.ts";
import type {
  DecisionFunction,
  PollFunction,
  RouteFunction,
  SeeFunction,
  StopFunction,
} from "../../protocol/rules.ts";
import type { PricedModel } from "../../protocol/step.ts";
import type { Verifier } from "../../protocol/verify.ts";
import type { ToolSource } from "../../protocol/tool.ts";
import type { Pricing } from "../../protocol/usage.ts";

/** A debater, judge, router or comparer with every default filled in. */
export interface Member {
  /** The settings as the user wrote them, with the name and the model that the member got. */
  spec: Debater;
  name: string;
  model: ModelPort;
  /** Vendor of the model; `null` if unknown. */
  vendor: string | null;
  pricing: Pricing | null;
  fallback: PricedModel | null;
  instructions: string;
  temperature: number | undefined;
  weight: number;
  maxOutputTokens: number;
  reasoningEffort: ReasoningEffort | undefined;
  tools: ToolSource | undefined;
  toolsInRevisions: boolean;
  maxToolSteps: number;
  providerOptions: Record<string, unknown> | undefined;
  /** File types that its models accept, if the config says so. Absent: the known types of its models. */
  takes?: readonly FileKind[];
  /** Members that are asked instead if this one's model has just failed as a debater. */
  alternates?: readonly Member[];
  /** A judge that sees only what debaters quote from the context. Absent: it sees all of it. */
  sees?: "quotes";
}

export type Route =
  | { type: "always" }
  | { type: "confident"; member: Member; threshold: number }
  | { type: "function"; member: Member; ask: RouteFunction };

/** Sides to argue for, with every default. */
export type ResolvedSides = Required<SidesObject>;

/** Limits with their defaults, except those without one. */
export type CheckedLimits = Limits & Required<Omit<Limits, "concurrency" | "patience">>;

/** A checker, and the effects of its verdicts. */
export interface ResolvedVerify {
  check: Verifier<unknown>;
  /** A confirmed answer ends the debate and wins. */
  lock: boolean;
  /** A passed check shows that the answer is right. False: it only shows one thing that isn't wrong with it. */
  confirms: boolean;
  /** A refuted answer can't win. */
  veto: boolean;
  /** Members are asked one after another until an answer is confirmed. */
  select: boolean;
  /** Meaning of a verdict, as the end of a sentence that begins with "this answer". */
  verdictPhrases: { ok: string; refuted: string };
  /** Maximum time of one check; `null`: the limit of any user function. */
  timeoutMs: number | null;
  /** The user's settings as data, for the fingerprint. */
  settings: Readonly<Record<string, unknown>>;
}

/** A checked config with every name resolved and every default filled in. The loop needs nothing else. */
export interface ResolvedConfig {
  members: readonly Member[];
  judge: Member | null;
  rounds: number;
  answer: AnswerKind<unknown>;
  /** The model that compares answers that the rules leave open; `isNamed`: the user chose it. `null`: none. */
  compare: { member: Member; bothOrders: boolean; isNamed?: boolean } | null;
  /** Assigned sides; `null` if members argue for their own answers. */
  sides: ResolvedSides | null;
  /** Names the claim that a disagreement turns on. */
  crux: Member | null;
  /** Tries to refute a unanimous answer. */
  audit: Member | null;
  report: { type: "claims" | "memo"; member: Member; max: number } | null;
  /** Requested parts that are impossible with this config, and why. */
  impossibleParts: readonly { what: "crux" | "claims" | "memo" | "audit"; error: string }[];
  stop: readonly (Filled<StopObject> | StopFunction)[];
  decide: Filled<DecisionObject> | DecisionFunction;
  route: Route;
  /** `null`: all members at once. */
  poll: PollFunction | Filled<SequentialPoll> | LeadRule | RacePoll | null;
  /** `null`: no stakes are configured. */
  stakes: Stakes | null;
  revise: "everyone" | "dissenters";
  see: Filled<SeeObject> | SeeFunction;
  show: "latest" | "transcript" | "digest";
  anonymous: boolean;
  prompts: PromptSet;
  verify: ResolvedVerify | null;
  evidence: "own" | "shared";
  escalateBelow: number;
  onEscalate: "flag" | "wait";
  onRound: "go" | "wait";
  limits: CheckedLimits;
  /** `vendors: 0`: any number. */
  quorum: { members: number; vendors: number };
  /** Sources of the models that are asked again after an unreadable reply. */
  clarify: readonly ModelSource[];
  seed: number;
  /** Replaces the text of a peer by a placebo, for experiments. */
  substitute?: (position: Position) => Position;
}

/** The known vendors of members, each once. */
export function listVendors(members: readonly Member[]): string[] {
  return [...new Set(members.flatMap(({ vendor }) => vendor ?? []))];
}

/** The question of one run, in its parts. */
export interface Task {
  id: string;
  question: string;
  /** Turns that come before the question. */
  context: readonly PromptMessage[];
  /** The context as the user passed it, with the names of documents and files. */
  material: readonly RecordedItem[];
  /**
   * The marks around quoted texts and answers are derived from this secret. It is kept in the journal, never in
   * events, and no model sees it.
   */
  secret: () => string;
  /** The run is only simulated: its marks take as many tokens as any could. */
  isPlanned?: true;
}
