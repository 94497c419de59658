import type { JuryScores } from "./score.ts";
import type { Outcome } from "./outcome.ts";
import type { ShiftReport } from "./shift.ts";
import type { Guarantee } from "./certificate.ts";
import type { Review } from "./settings.ts";
import type { Basis } from "./answer.ts";
import type { Finding, PlanVerdict } from "./findings.ts";
import type { HeardNote } from "./note.ts";
import type { Citation, FailedQuote } from "./citation.ts";
import type { Audit, Claim, Crux, Memo } from "./open-questions.ts";
import type { Difference, Position, Round } from "./position.ts";
import type { TotalUsage } from "./usage.ts";

/** Origin of a confidence. */
export type ConfidenceBasis = "self_reported" | "judge" | "calibrated" | "uncalibrated";

/** One row of the count behind a decision. */
export interface TallyRow {
  /** The answer in the words of its group. */
  answer: string;
  /** The comparer's one-sentence description of the answer. `null` if it wrote none. */
  label: string | null;
  votes: number;
  /** Sum of the voters' weights, each times its confidence (0.5 without one). Decides only under `weighted()`. */
  weight: number;
  debaters: string[];
}

/** Built-in reasons why a debate ended. `unfinished`: not decided yet. */
export type KnownStopReason =
  | "agreed"
  | "stable"
  | "decided"
  | "handed_over"
  | "tied"
  | "verified"
  | "max_rounds"
  | "budget"
  | "panel_failed"
  | "routed"
  | "unfinished";

/** A built-in reason, or the reason of a stop function. `& {}` lets editors complete the built-in ones. */
export type StopReason = KnownStopReason | (string & {});

/** Built-in ways to choose an answer. `none`: not decided yet. */
export type KnownMethod =
  | "majority"
  | "weighted"
  | "central"
  | "posterior"
  | "judged"
  | "ranked"
  | "mean"
  | "median"
  | "trimmed"
  | "checked"
  | "drafted"
  | "verified"
  | "vetoed"
  | "routed"
  | "handed_over"
  | "none";

/** A built-in method, or the name of a custom decision function (`custom` if it has none). */
export type DecisionMethod = KnownMethod | (string & {});

/** Method of the decision, and the votes. */
export interface Decision {
  method: DecisionMethod;
  basis: Basis;
  /** The judge's whole reply, without the marks around its answer. If it was asked again, both replies. */
  judgment?: string;
  tally: TallyRow[];
  /** The judge's reason, and its summary of the opposing side; with `structured`. */
  justification?: string;
  dissent?: string;
  /** The judge's quotes from debaters and documents, checked against them; with `structured`. */
  citations?: Citation[];
  /** True if the judge gave the same verdict with the positions in the opposite order; with `bothOrders`. */
  ordersAgree?: boolean;
  /** True if the judge approved a draft. `null`: it did not say. */
  signedOff?: boolean | null;
}

/** Verdict on a debate and on its repetition with swapped sides. */
export interface SwapResult<A = unknown> {
  /** True if both verdicts are the same. */
  held: boolean;
  /** Verdict on each assignment. `null` where the judge named none of the answers. */
  answers: (A | null)[];
}

/** Rank of a member's last reply by the others' ballots. */
export interface RankedDebater {
  debater: string;
  points: number;
  /** 95 % interval of the points by resampling the ballots. `null` below five ballots. */
  interval: [number, number] | null;
}

/** A requested step that did not happen, or only in part. */
export interface Missing {
  /**
   * - `check`: `verify` threw, timed out or returned an invalid verdict; or the findings of a review were not
   *   checked; or a vote on one of them is void
   * - `tool`: an earlier process started a tool that may have side effects, so it was not called again
   * - `router`: the router returned no answer, so the debate took place
   * - `judge`: the judge decided nothing, or left out a requested part
   * - `calibration`: there are no rows for these debaters or this kind of answer
   * - `swap`: the debate was not repeated with swapped sides
   * - `ballot`: a member returned no ballot, or an invalid one
   * - `average`: a member's number has a unit that the others can't be converted to
   * - `comparison`: answers in different words were not compared, so they count as different
   * - `crux`, `claims`, `memo`, `audit`: the reply was not usable, or the call was not made
   * - `review`: the person's answer could not be read as the requested kind of answer
   */
  what:
    | "check"
    | "tool"
    | "router"
    | "judge"
    | "calibration"
    | "swap"
    | "ballot"
    | "average"
    | "comparison"
    | "review"
    | "crux"
    | "claims"
    | "memo"
    | "audit";
  /** Answer that was not checked, tool that was not called, or member whose ballot doesn't count. */
  about?: string;
  /**
   * The step took place, and only a part of it is missing. `error` is then a sentence without its full
   * stop: "ann did not review b.ts: no reply".
   */
  partial?: true;
  error: string;
}

/** Calls that compare answers in prose. */
export interface Compared {
  asked: number;
  /** Number of these calls without a usable reply: answers in different words count as different. */
  failed: number;
  /** Calls that were skipped because they didn't fit the budget. */
  skipped: number;
}

/** Completeness of the result. Any problem makes it `degraded`. */
export interface Integrity {
  /** True if part of the debate did not happen as requested. `warnings` has a sentence for each cause. */
  degraded: boolean;
  /** Model calls that the run needed, without retries. */
  planned: number;
  /** Number of these calls that returned a reply. */
  completed: number;
  /** Calls that were in flight when an earlier process died, and were repeated. */
  reissued: number;
  /** Calls of members that failed after all retries. */
  dropped: { debater: string; round: number; error: string }[];
  /** Replies without a readable answer. They don't vote. */
  unread: number;
  /** Replies that were cut off by their output limit. */
  truncated: number;
  /** Replies that could not be read at first and were requested again. */
  clarified: number;
  /** Rule that decided because the configured rule could not. */
  fallback: string | null;
  compared: Compared;
  /**
   * Number of quotes that were not found in their source: from the judge, claims, memo, findings and
   * critiques.
   */
  unverifiedQuotes: number;
  /** These quotes, in the order of the debate. */
  failedQuotes: FailedQuote[];
  /** Members whose replies give no evidence that they saw the material. Absent: none. */
  blind?: { debater: string; why: NonNullable<Position["blind"]> }[];
  /** All other requested steps that did not happen, or only in part. */
  missing: Missing[];
}

/** Answer and cost of a cheaper method, computed from the same calls. */
export interface WhatIf {
  answer: string | null;
  calls: number;
  tokens: number | null;
  usd: number | null;
}

/** A debater's answer before and after a round. */
export interface MindChange {
  round: number;
  debater: string;
  from: string | null;
  to: string | null;
}

/** Answers of cheaper methods, computed from the same calls. */
export interface WhatIfs {
  /** First debater alone. */
  single: WhatIf;
  /** Most confident debater of round 0, if any gave a confidence. */
  bestSingle?: WhatIf;
  /** Majority vote of round 0: self-consistency. */
  roundZeroVote: WhatIf;
  changed: MindChange[];
}

/** Answer of a debate, its cost, and how it was reached. */
export interface DebateResult<A = string> {
  /** Id of the run in the journal. */
  id: string;
  /** The question as text. */
  question: string;
  /** The answer, typed by its kind. `null` if nothing was decided, or if a reviewer rejected it. */
  answer: A | null;
  /**
   * The answer in one line of at most 200 characters. `null` if there is none, or if it begins with code or a
   * table.
   */
  headline: string | null;
  /** Unit of a `number()` answer, as spelled by the first debater who gave it. `null` if it has none. */
  unit: string | null;
  /**
   * The whole reply behind the answer, the winner's or the judge's, without the marks around its answer. Has labels
   * and a stated confidence, and both replies if it was asked again. For people: `answer` and `reasoning`.
   */
  text: string;
  /** `text` without the answer and the stated confidence. Empty if nothing is left. */
  reasoning: string;
  /**
   * From 0 to 1, by whoever `confidenceBasis` names: an estimate of the winners or the judge, or a calibrated
   * probability. `null` if nobody gave one.
   */
  confidence: number | null;
  /** Origin of `confidence`. `null` without one. */
  confidenceBasis: ConfidenceBasis | null;
  /** Debater whose reply represents the answer. `null` for a judge's text that matches no member. */
  winner: string | null;
  /** How the answer was chosen, and the votes. */
  decision: Decision;
  /** Verdict with swapped sides; under `sides` with `swap`. */
  swap?: SwapResult<A>;
  /** Findings of a review, including refuted ones; with `answer: findings()`. */
  findings?: Finding[];
  /** Verdict of a plan review; with `answer: findings({ plan: true })`. */
  verdict?: PlanVerdict;
  /** Best first; with `ranked`, if ballots were cast. */
  ranking?: RankedDebater[];
  /** Last positions that differ from the answer. */
  dissent: Position[];
  /**
   * Differences between open answers, by the last comparison. Empty if there are none, or if no model
   * compared.
   */
  differences: Difference[];
  /** `rounds[0]` has the independent answers. */
  rounds: Round[];
  /** `single_agent`: the router let one model answer, and there was no debate. */
  routing: "debate" | "single_agent";
  /** A stop rule on agreement fired. */
  converged: boolean;
  /**
   * Support for this answer, from 0 to 1: members whose last answer takes the same position, divided by the
   * members called. Not the probability that it is right. `null` without votes, and for a judge's answer that
   * could not be compared with the positions.
   */
  agreement: number | null;
  /** Why the debate ended. */
  stopReason: StopReason;
  /** True if a person should decide, such as when `agreement` is below `escalateBelow` or the lead is tied. */
  escalateToHuman: boolean;
  /** Expected cost of this answer, with `stakes`. `null` without `stakes`, or if a router answered. */
  stakes: StakesOutcome | null;
  /** Guarantee for a decided answer, if the poll has a certificate. `null` otherwise. */
  guarantee: Guarantee | null;
  /** The person's review, if there was one. */
  review?: Review;
  /** A moderator's notes between rounds. Absent: none. */
  notes?: HeardNote[];
  /** Each judge's scores, and their spread; with `mean`, `median` or `trimmed`. */
  scores?: JuryScores;
  /** What was learned later about the answer. Absent: not recorded. */
  outcome?: Outcome;
  /** Agreement of the panel compared with its calibration rows. Absent: it has none. */
  shift?: ShiftReport;
  /** Claims that disagreements depended on, with `crux`. */
  cruxes: Crux[];
  /** Claims of the debate, with `report`. Absent: no report, or the reply was not usable. */
  claims?: Claim[];
  /** Topics that the question needs and no debater addresses, with `report`. */
  unaddressed?: string[];
  /** The memo, with `report: "memo"`. */
  memo?: Memo;
  /**
   * Verdict of another model on a unanimous answer, with `audit`. Absent: not called, or the reply was not
   * usable.
   */
  audit?: Audit;
  /** What is missing or went wrong. Check `integrity.degraded` before you use the answer. */
  integrity: Integrity;
  /** What one model or a plain vote would have answered, and its cost. */
  whatIf: WhatIfs;
  /** Reasons to trust the result less, in sentences. */
  warnings: string[];
  /** Attempts and tokens of all calls. A sum is `null` if one call didn't report its part. */
  usage: TotalUsage;
  /**
   * Cost of all calls in US dollars. `null` if one is unknown: a model without a price, or a call that reported no
   * usage.
   */
  costUsd: number | null;
  durationMs: number;
}

/** Expected cost of an answer, in US dollars. */
export interface StakesOutcome {
  /**
   * Cost of the calls, plus the cost of a person's answer if it was handed over, or else the cost of a wrong
   * answer times its probability.
   */
  expectedCost: number;
  /** Probability that the answer is wrong. 1 if there is no answer. */
  pWrong: number;
  /** True if a person should answer instead. */
  handedOver: boolean;
}

/** Result of a debate that ended early: the same shape, with `answer: null` if nothing was decided. */
export type PartialResult = DebateResult<unknown>;
