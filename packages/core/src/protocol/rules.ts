import type { Position, Round } from "./position.ts";
import type {
  DecisionName,
  DecisionObject,
  PollName,
  PollObject,
  ReportName,
  ReportObject,
  RouteName,
  RouteObject,
  SeeName,
  SeeObject,
  StopName,
  StopObject,
} from "./rule-settings.ts";

/** Positions with the same answer, as passed to rules. */
export interface Cluster {
  /** Answer in the wording of the cluster's speaker. */
  answer: string;
  /** The comparer's one-sentence description of the cluster; `null` if it wrote none. */
  label: string | null;
  /** Panel indexes, ascending. */
  members: number[];
  /**
   * Panel index of the member whose wording represents the cluster: for answers of several lines the most
   * complete one, else the most confident one, then the first in panel order.
   */
  speaker: number;
  /** Mean of the members' confidences. `null` if none gave one. */
  confidence: number | null;
}

/** Input of a stop rule after a round. */
export interface StopState {
  question: string;
  /** Index of the round just finished. */
  round: number;
  rounds: readonly Round[];
  agreement: number;
  clusters: readonly Cluster[];
}
/** Custom stop rule. A string is the stop reason. */
export type StopFunction = (state: StopState) => boolean | string;
/** When to end the debate. */
export type StopRule = StopName | StopObject | StopFunction;

/** Input of a decision rule: every member's latest vote. */
export interface Ballot {
  question: string;
  /** Latest `spoke` or `kept` positions: one per voting member, in panel order, without those that a checker refuted. */
  votes: readonly Position[];
  /** Largest first; ties by the first member in the panel. */
  clusters: readonly Cluster[];
  /** Vote weights by panel index. */
  weights: readonly number[];
}
/** Returns the name of the debater whose answer wins, or `null` for the majority. */
export type DecisionFunction = (ballot: Ballot) => string | null;

/** How the last positions become one answer. */
export type DecisionRule = DecisionName | DecisionObject | DecisionFunction;

/** Custom router. */
export type RouteFunction = (
  question: string,
) => "debate" | "single_agent" | Promise<"debate" | "single_agent">;
/** Decides whether a question needs a debate at all. */
export type Router = RouteName | RouteObject | RouteFunction;

/** Input of a custom poll of round 0. */
export interface PollState {
  question: string;
  size: number;
  /** Panel indexes of the members called so far, in the order of the calls. */
  asked: readonly number[];
  /** One per member, in panel order. */
  positions: readonly Position[];
  clusters: readonly Cluster[];
}
/** Returns the panel indexes to call next. An empty list ends round 0. */
export type PollFunction = (state: PollState) => readonly number[];
/** Order in which round 0 calls the members. */
export type Poll = PollName | PollObject | PollFunction;

/** Input of a custom topology. */
export interface SeeState {
  /** Panel index of the debater who sees the others. */
  viewer: number;
  size: number;
  round: number;
  /** Seeded random number in [0, 1). */
  random(): number;
}
/** Returns the panel indexes that the viewer sees. */
export type SeeFunction = (state: SeeState) => readonly number[];
/** Who sees whom in revision rounds. */
export type Topology = SeeName | SeeObject | SeeFunction;

/** Report to write when a debate is over. */
export type Report = ReportName | ReportObject;
