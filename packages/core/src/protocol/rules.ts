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

/** Positions with the same answer, as a rule sees them. */
export interface Cluster {
  /** The answer in the wording of the cluster's speaker. */
  answer: string;
  /** The comparer's one-sentence description of the cluster; `null` if it wrote none. */
  label: string | null;
  /** Panel indexes, ascending. */
  members: number[];
  /**
   * Panel index of the member whose wording represents the cluster: of answers with several lines the fullest one,
   * else the most confident one, then panel order.
   */
  speaker: number;
  /** Mean of the confidences that members gave; `null` if none did. */
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
/** A stop rule of your own. A text is the stop reason. */
export type StopFunction = (state: StopState) => boolean | string;
/** When to end the debate. A function may return the reason as a string. */
export type StopRule = StopName | StopObject | StopFunction;

/** What a decision rule looks at: every member's latest vote. */
export interface Ballot {
  question: string;
  /** Latest spoken or kept positions: one per voting member, in panel order. */
  votes: readonly Position[];
  /** Largest first; ties by the first member in the panel. */
  clusters: readonly Cluster[];
  /** Vote weights by panel index. */
  weights: readonly number[];
}
/** Returns the name of the debater whose answer stands, or `null` to leave it to the majority. */
export type DecisionFunction = (ballot: Ballot) => string | null;

/** How the last positions become one answer. */
export type DecisionRule = DecisionName | DecisionObject | DecisionFunction;

/** A router of your own. */
export type RouteFunction = (
  question: string,
) => "debate" | "single_agent" | Promise<"debate" | "single_agent">;
/** Whether a question needs a debate at all. */
export type Router = RouteName | RouteObject | RouteFunction;

/** What a function that polls round 0 knows. */
export interface PollState {
  question: string;
  size: number;
  /** Panel indexes asked so far, in the order of asking. */
  asked: readonly number[];
  /** One per member, in panel order. */
  positions: readonly Position[];
  clusters: readonly Cluster[];
}
/** Returns the panel indexes to ask next; an empty list ends round 0. */
export type PollFunction = (state: PollState) => readonly number[];
/** In what order round 0 asks the panel. */
export type Poll = PollName | PollObject | PollFunction;

/** What a function that decides who sees whom knows. */
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
/** Who sees whom in revision rounds. */
export type Topology = SeeName | SeeObject | SeeFunction;

/** What is written about a debate when it is over. */
export type Report = ReportName | ReportObject;
