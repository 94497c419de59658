/*
 * Made from src/options by `npm run vocabulary -- --write`: change an option there, not here.
 */
import type { Calibration } from "./calibration.ts";
import type { Certificate } from "./certificate.ts";
import type { Model } from "./model.ts";
import type { Price } from "./settings.ts";

/** All members that were called give the same answer. */
export interface UnanimousStop {
  type: "unanimous";
}

/** The largest group has this share of the members that were called. */
export interface AgreementStop {
  type: "agreement";
  /**
   * Share of the members that were called. From 0 to 1.
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

/** The largest group wins. Ties are decided by the sole leader of the first round, then by panel order. */
export interface MajorityRule {
  type: "majority";
  /**
   * Decide ties by the sole leader of the first round; if false, by panel order.
   * @default true
   */
  keepLeader?: boolean;
}

/** The group with the largest sum of weight × confidence wins. */
export interface WeightedRule {
  type: "weighted";
}

/** The reply that shares the most words with the others wins. */
export interface CentralRule {
  type: "central";
}

/** The answer with the highest probability of being right wins, by the members' calibration. */
export interface PosteriorRule {
  type: "posterior";
  /** Statistics about the members, from `calibrate()`. Without it, no answer is certain, and all members are called at once. */
  calibration?: Calibration;
}

/** The mean of the scores, weighted by debater; with `score` or `number`. Numbers are converted to one unit; one that has no such unit is left out, and the result is degraded. */
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
   * Share of the scores to drop at each end. From 0 to 0.49.
   * @default 0.2
   */
  share?: number;
}

/** Each member ranks the others' last replies, without names; the best ranked reply wins. */
export interface RankedRule {
  type: "ranked";
  /**
   * Counting method: by ranks, by pairwise wins, or by approvals.
   * @default borda
   */
  count?: "borda" | "copeland" | "approval";
  /**
   * Ask for ballots even when all answers are the same words.
   * @default false
   */
  always?: boolean;
  /**
   * Let the judge write the answer, with citations, from the ranked replies.
   * @default false
   */
  chairman?: boolean;
}

/** A judge writes one answer from all positions, or picks one of them. */
export interface JudgedRule {
  type: "judged";
  /**
   * Write one answer from all positions, or pick one position.
   * @default synthesize
   */
  mode?: "synthesize" | "pick";
  /**
   * Ask the judge even when the panel is unanimous.
   * @default false
   */
  always?: boolean;
  /**
   * Ask for reasons, dissent and citations in addition to the answer. Citations are verified.
   * @default false
   */
  structured?: boolean;
  /**
   * Call the judge twice, with the positions in opposite orders. Contradictory verdicts decide nothing.
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

/** Call one model first, and debate only if its confidence is below the threshold. */
export interface ConfidentRouter {
  type: "confident";
  /**
   * Model to call first.
   * @default the first debater's model
   */
  model?: Model;
  /** Price of `model`, if it differs from the price list. */
  price?: Price;
  /**
   * Minimum confidence to accept the single answer. From 0 to 1.
   * @default 0.85
   */
  threshold?: number;
}

/** A router as a plain object. */
export type RouteObject = AlwaysRouter | ConfidentRouter;

/** A router by name. Its setting may follow a colon. */
export type RouteName = RouteObject["type"] | `confident:${number}`;

/** Call the whole panel at once. */
export interface EveryonePoll {
  type: "everyone";
}

/** Call the whole panel at once. Once the remaining replies can't change the stop rule's verdict or the winning answer, wait for `limits.patience`, then cancel them. */
export interface RacePoll {
  type: "race";
}

/** Call members one after another, the most informative first, until the answer is certain enough. */
export interface SequentialPoll {
  type: "sequential";
  /** Statistics about the members, from `calibrate()`. Without it, no answer is certain, and all members are called at once. */
  calibration?: Calibration;
  /** A target with a guarantee, from `certify()`. It replaces `target`, `first` and `batch`. */
  certificate?: Certificate;
  /**
   * Probability of being right at which the poll stops. From 0 to 1.
   * @default 0.97
   */
  target?: number;
  /**
   * Members in the first batch. A whole number, 1 or more.
   * @default 2
   */
  first?: number;
  /**
   * Members in each later batch. A whole number, 1 or more.
   * @default 1
   */
  batch?: number;
}

/** Call members until one answer leads by enough votes. The first batch has `by` members, later ones as many as the leader lacks. Each member is called at most once, so there are no revision rounds. */
export interface LeadPoll {
  type: "lead";
  /**
   * Required lead of the first answer over the second, in votes. A whole number, 1 or more.
   * @default 3, or computed from `target`, `steps` and `errorRate`
   */
  by?: number;
  /**
   * Maximum number of members to call; at least `by`. A whole number, 1 or more.
   * @default the whole panel
   */
  max?: number;
  /**
   * Probability that all steps of a chain are right. Above 0 and below 1.
   * @default unset; set it with `steps` and `errorRate`, instead of `by`
   */
  target?: number;
  /**
   * Number of steps of the chain. A whole number, 1 or more.
   * @default unset; set it with `target` and `errorRate`
   */
  steps?: number;
  /**
   * Probability that one reply of one member is wrong. Above 0 and below 0.5.
   * @default unset; set it with `target` and `steps`
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
   * Model that writes the report.
   * @default as for `compare`
   */
  model?: Model;
  /** Price of `model`, if it differs from the price list. */
  price?: Price;
  /**
   * Maximum number of claims. A whole number, from 1 to 100.
   * @default 12
   */
  max?: number;
}

/** The claims, and a memo for decision makers. */
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
   * Number of neighbors on each side. A whole number, 1 or more.
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

/** Each debater sees random peers, drawn by the seed for each round. */
export interface SampleTopology {
  type: "sample";
  /**
   * Number of peers that each debater sees. A whole number, 1 or more.
   * @default 1
   */
  k?: number;
}

/** A topology as a plain object. */
export type SeeObject = AllTopology | RingTopology | StarTopology | SampleTopology;

/** A topology by name. Its setting may follow a colon. */
export type SeeName = SeeObject["type"] | `ring:${number}` | `star:${number}` | `sample:${number}`;
