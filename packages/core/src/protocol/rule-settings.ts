/*
 * Made from src/options by `npm run vocabulary -- --write`: change an option there, not here.
 */
import type { Calibration } from "./calibration.ts";
import type { Certificate } from "./certificate.ts";
import type { Model } from "./model.ts";
import type { Price } from "./settings.ts";

/** Every member that was asked gives the same answer. */
export interface UnanimousStop {
  type: "unanimous";
}

/** The largest group has this share of the members that were asked. */
export interface AgreementStop {
  type: "agreement";
  /**
   * Share of the members that were asked. From 0 to 1.
   * @default 0.8
   */
  share?: number;
}

/** No member has changed its answer for this many rounds. */
export interface StableStop {
  type: "stable";
  /**
   * Rounds without a change. A whole number, 1 or more.
   * @default 1
   */
  rounds?: number;
}

/** Never end early: every round takes place. */
export interface NeverStop {
  type: "never";
}

/** A stop rule as a plain object. */
export type StopObject = UnanimousStop | AgreementStop | StableStop | NeverStop;

/** A stop rule by name. Its setting may follow a colon. */
export type StopName = StopObject["type"] | `agreement:${number}` | `stable:${number}`;

/** The largest group wins; ties go to the sole leader of round 0, then to the panel's order. */
export interface MajorityRule {
  type: "majority";
  /**
   * A tie goes to the sole leader of round 0. Without it, to the panel's order.
   * @default true
   */
  keepLeader?: boolean;
}

/** The group with the largest sum of weight × confidence wins. */
export interface WeightedRule {
  type: "weighted";
}

/** The reply that shares most words with the others wins. */
export interface CentralRule {
  type: "central";
}

/** The answer that is most likely right wins, given what is known about the members. */
export interface PosteriorRule {
  type: "posterior";
  /** What is known about the members, from `calibrate()`. Without it, no answer is sure, and all members are asked at once. */
  calibration?: Calibration;
}

/** The mean of the scores, each with its debater's weight; with `score` or `number`. */
export interface MeanRule {
  type: "mean";
}

/** The middle score; with `score` or `number`. */
export interface MedianRule {
  type: "median";
}

/** The mean without the highest and the lowest scores; with `score` or `number`. */
export interface TrimmedRule {
  type: "trimmed";
  /**
   * Share of the scores that is left out at each end. From 0 to 0.49.
   * @default 0.2
   */
  share?: number;
}

/** Each member ranks the others' last replies, without names; the best ranked reply wins. */
export interface RankedRule {
  type: "ranked";
  /**
   * How ballots are counted: by places, by duels that a text wins, or by how many approve of it.
   * @default borda
   */
  count?: "borda" | "copeland" | "approval";
  /**
   * Ask for ballots even when all answers are the same words.
   * @default false
   */
  always?: boolean;
  /**
   * The judge then writes the answer, with citations, from the replies and their ranking.
   * @default false
   */
  chairman?: boolean;
}

/** A judge writes one answer from all positions, or picks one of them. */
export interface JudgedRule {
  type: "judged";
  /**
   * Whether the judge writes one answer from all positions, or picks a position.
   * @default synthesize
   */
  mode?: "synthesize" | "pick";
  /**
   * Ask the judge even when the panel is unanimous.
   * @default false
   */
  always?: boolean;
  /**
   * Ask for reasons, dissent and citations of positions and documents in addition to the answer. Citations are looked up.
   * @default false
   */
  structured?: boolean;
  /**
   * Ask twice, with the positions in opposite orders. A judge that contradicts itself decides nothing.
   * @default false
   */
  bothOrders?: boolean;
}

/** A decision rule as a plain object. */
export type DecisionObject =
  | MajorityRule
  | WeightedRule
  | CentralRule
  | PosteriorRule
  | MeanRule
  | MedianRule
  | TrimmedRule
  | RankedRule
  | JudgedRule;

/** A decision rule by name. Its setting may follow a colon. */
export type DecisionName =
  | DecisionObject["type"]
  | `trimmed:${number}`
  | `ranked:${"borda" | "copeland" | "approval"}`
  | `judged:${"synthesize" | "pick"}`;

/** Always debate. */
export interface AlwaysRouter {
  type: "always";
}

/** Ask one model first, and debate only if it is less sure than the threshold. */
export interface ConfidentRouter {
  type: "confident";
  /**
   * The model that is asked first.
   * @default the first debater's model
   */
  model?: Model;
  /** What `model` charges, if it isn't what the price list says. */
  price?: Price;
  /**
   * Confidence from which the single answer is taken. From 0 to 1.
   * @default 0.85
   */
  threshold?: number;
}

/** A router as a plain object. */
export type RouteObject = AlwaysRouter | ConfidentRouter;

/** A router by name. Its setting may follow a colon. */
export type RouteName = RouteObject["type"] | `confident:${number}`;

/** Ask the whole panel at once. */
export interface EveryonePoll {
  type: "everyone";
}

/** Ask the whole panel at once. Once neither the stop rule's verdict nor the winning answer can change, wait for `limits.patience`, then cancel the rest. */
export interface RacePoll {
  type: "race";
}

/** Ask members one after another, the most useful first, until the answer is sure enough. */
export interface SequentialPoll {
  type: "sequential";
  /** What is known about the members, from `calibrate()`. Without it, no answer is sure, and all members are asked at once. */
  calibration?: Calibration;
  /** A target with a guarantee, from `certify()`. It replaces `target`, `first` and `batch`. */
  certificate?: Certificate;
  /**
   * Probability of being right from which no more members are asked. From 0 to 1.
   * @default 0.97
   */
  target?: number;
  /**
   * Members that are asked at once to begin with. A whole number, 1 or more.
   * @default 2
   */
  first?: number;
  /**
   * Members that are asked at once after that. A whole number, 1 or more.
   * @default 1
   */
  batch?: number;
}

/** Ask until one answer leads by enough votes: as many members as the lead at first, then as many as the leader lacks. Each member is asked at most once, so there are no revision rounds. */
export interface LeadPoll {
  type: "lead";
  /**
   * Votes by which the leading answer must be ahead of the second. A whole number, 1 or more.
   * @default 3, or computed from `target`, `steps` and `errorRate`
   */
  by?: number;
  /**
   * Members that are asked at most; at least `by`. A whole number, 1 or more.
   * @default the whole panel
   */
  max?: number;
  /**
   * Probability, below 1, that all steps of a chain are right. Above 0.
   * @default nothing; give it with `steps` and `errorRate`, instead of `by`
   */
  target?: number;
  /**
   * Steps of that chain. A whole number, 1 or more.
   * @default nothing; give it with `target` and `errorRate`
   */
  steps?: number;
  /**
   * Probability, below 0.5, that one reply of one member is wrong. Above 0.
   * @default nothing; give it with `target` and `steps`
   */
  errorRate?: number;
}

/** A poll as a plain object. */
export type PollObject = EveryonePoll | RacePoll | SequentialPoll | LeadPoll;

/** A poll by name. Its setting may follow a colon. */
export type PollName = PollObject["type"] | `sequential:${number}` | `lead:${number}`;

/** No report. */
export interface NoneReport {
  type: "none";
}

/** The claims of the debate: agreed, contested or single, each with verified quotes. */
export interface ClaimsReport {
  type: "claims";
  /**
   * The model that writes the report.
   * @default as for `compare`
   */
  model?: Model;
  /** What `model` charges, if it isn't what the price list says. */
  price?: Price;
  /**
   * Claims at most. A whole number, from 1 to 100.
   * @default 12
   */
  max?: number;
}

/** The claims, and a memo for those who have to decide. */
export interface MemoReport extends Omit<ClaimsReport, "type"> {
  type: "memo";
}

/** A report as a plain object. */
export type ReportObject = NoneReport | ClaimsReport | MemoReport;

/** A report by name. Its setting may follow a colon. */
export type ReportName = ReportObject["type"] | `claims:${number}` | `memo:${number}`;

/** Everyone sees everyone. */
export interface AllTopology {
  type: "all";
}

/** Each debater sees its neighbors in panel order. */
export interface RingTopology {
  type: "ring";
  /**
   * Neighbors on each side. A whole number, 1 or more.
   * @default 1
   */
  k?: number;
}

/** Everyone sees one member, and that member sees everyone. */
export interface StarTopology {
  type: "star";
  /**
   * Panel index of the member in the center.
   * @default 0
   */
  i?: number;
}

/** Each debater sees some peers, drawn anew each round by seed. */
export interface SampleTopology {
  type: "sample";
  /**
   * Peers that each debater sees. A whole number, 1 or more.
   * @default 1
   */
  k?: number;
}

/** A topology as a plain object. */
export type SeeObject = AllTopology | RingTopology | StarTopology | SampleTopology;

/** A topology by name. Its setting may follow a colon. */
export type SeeName = SeeObject["type"] | `ring:${number}` | `star:${number}` | `sample:${number}`;
