import type { Calibration } from "./calibration.ts";
import type { Model } from "./model.ts";
import type { Position, Round } from "./position.ts";

/** Positions that gave the same answer, as the decision sees them. */
export interface Cluster {
  /** The answer in the wording of the cluster's most confident member, then panel order. */
  answer: string;
  /** Panel indexes, ascending. */
  members: number[];
  /** Panel index of the member whose wording stands for the cluster. */
  speaker: number;
  /** Mean of the members' confidences that were given; `null` when none was. */
  confidence: number | null;
}

/** What a stop rule looks at after a round. */
export interface StopState {
  question: string;
  /** Index of the round just finished. */
  round: number;
  rounds: readonly Round[];
  agreement: number;
  clusters: readonly Cluster[];
}
export type StopFunction = (state: StopState) => boolean | string;
export type StopObject =
  | { type: "unanimous" }
  | { type: "agreement"; share?: number }
  | { type: "stable"; rounds?: number }
  | { type: "never" };
/** When to end the debate. A function may return the reason as a string. */
export type StopRule = "unanimous" | "agreement" | "stable" | "never" | StopObject | StopFunction;

/** What a decision rule looks at: every member's latest vote. */
export interface Ballot {
  question: string;
  /** Latest spoken or kept positions, one a voting member, in panel order. */
  votes: readonly Position[];
  /** Largest first; ties by the first member in the panel. */
  clusters: readonly Cluster[];
  /** Vote weights by panel index. */
  weights: readonly number[];
}
/** Returns the name of the debater whose answer stands, or `null` to leave it to the majority. */
export type DecisionFunction = (ballot: Ballot) => string | null;
export interface JudgedRule {
  type: "judged";
  /** Write one answer from all positions, or pick one debater's. Default `synthesize`. */
  mode?: "synthesize" | "pick";
  /** Ask the judge even when the panel is unanimous. Default false. */
  always?: boolean;
  /** Ask for reasons, dissent and citations of positions beside the answer. Default false. */
  structured?: boolean;
  /** Ask twice, the positions in opposite orders; a judge that contradicts itself decides nothing. Default false. */
  bothOrders?: boolean;
}
export interface PosteriorRule {
  type: "posterior";
  /** What is known of the members. Without it, cautious guesses. */
  calibration?: Calibration;
}
export interface MajorityRule {
  type: "majority";
  /** The sole leader of round 0 stands unless another answer has more votes in the end. Default false. */
  keepLeader?: boolean;
}
export type DecisionObject =
  | MajorityRule
  | { type: "weighted" }
  | { type: "central" }
  | PosteriorRule
  | JudgedRule;
/** How the last positions become one answer. */
export type DecisionRule =
  | "majority"
  | "weighted"
  | "central"
  | "posterior"
  | "judged"
  | DecisionObject
  | DecisionFunction;

export interface ConfidentRouter {
  type: "confident";
  /** Default: the first debater's model. */
  model?: Model;
  /** Confidence from which the single answer is taken, 0 to 1. Default 0.85. */
  threshold?: number;
}
export type RouteFunction = (
  question: string,
) => "debate" | "single_agent" | Promise<"debate" | "single_agent">;
/** Whether a question needs a debate at all. */
export type Router = "always" | "confident" | { type: "always" } | ConfidentRouter | RouteFunction;

export interface PollState {
  question: string;
  size: number;
  /** Panel indexes asked so far, in the order of asking. */
  asked: readonly number[];
  /** One a member, in panel order. */
  positions: readonly Position[];
  clusters: readonly Cluster[];
}
/** Returns the panel indexes to ask next; an empty list ends round 0. */
export type PollFunction = (state: PollState) => readonly number[];
export interface SequentialPoll {
  type: "sequential";
  /** What is known of the members, from `calibrate()`. Without it nothing is ever sure: all are asked at once. */
  calibration?: Calibration;
  /** Probability of being right from which no more are asked, 0 to 1. Default 0.97. */
  target?: number;
  /** Members asked at once to begin with, at least 1. Default 2. */
  first?: number;
  /** Members asked at once from then on, at least 1. Default 1. */
  batch?: number;
}
/** In what order round 0 asks the panel. */
export type Poll = "everyone" | "sequential" | { type: "everyone" } | SequentialPoll | PollFunction;

export interface SeeState {
  /** Panel index of the debater who looks. */
  viewer: number;
  size: number;
  round: number;
  /** Seeded: a number in [0, 1). */
  random(): number;
}
/** Returns the panel indexes the viewer sees. */
export type SeeFunction = (state: SeeState) => readonly number[];
export type SeeObject =
  | { type: "all" }
  | { type: "ring"; k?: number }
  | { type: "star"; i?: number }
  | { type: "sample"; k?: number };
/** Who sees whom in revision rounds. */
export type Topology = "all" | "ring" | "star" | "sample" | SeeObject | SeeFunction;
