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

/** Where a confidence comes from. */
export type ConfidenceBasis = "self_reported" | "judge" | "calibrated" | "uncalibrated";

/** One line of the count behind a decision. */
export interface TallyRow {
  answer: string;
  /** The comparer's one-sentence description of the answer; `null` if it wrote none. */
  label: string | null;
  votes: number;
  weight: number;
  debaters: string[];
}

/** Why a debate ended, in rostrum's own words; `unfinished` if nothing is decided yet. */
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

/** One of the known reasons, or a stop function's own word; `& {}` lets editors complete the known ones. */
export type StopReason = KnownStopReason | (string & {});

/** How an answer was chosen by a rule of rostrum; `none` if nothing is decided yet. */
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

/** One of the known methods, or the name of a caller's decision function (`custom` if it has none). */
export type DecisionMethod = KnownMethod | (string & {});

/** How the answer was decided, and what the votes were. */
export interface Decision {
  method: DecisionMethod;
  basis: Basis;
  /** The judge's verdict, verbatim. */
  judgment?: string;
  tally: TallyRow[];
  /** The judge's reason, and what it says about the other side; with `structured`. */
  justification?: string;
  dissent?: string;
  /** What the judge cites from debaters and documents, and whether it stands there; with `structured`. */
  citations?: Citation[];
  /** Whether the judge said the same when the positions were in the opposite order; with `bothOrders`. */
  ordersAgree?: boolean;
  /** Whether the judge signed a draft off; `null`: it did not say. */
  signedOff?: boolean | null;
}

/** What the judge said of a debate with its sides swapped. */
export interface SwapResult<A = unknown> {
  /** Both verdicts are the same. */
  held: boolean;
  /** The verdict on each assignment; `null` where the judge named none of the answers. */
  answers: (A | null)[];
}

/** How a member's last reply stands on the others' ballots. */
export interface RankedDebater {
  debater: string;
  points: number;
  /** Where 95 % of the points lie when the ballots are drawn again; `null` below five ballots. */
  interval: [number, number] | null;
}

/** Something that was requested and did not happen. */
export interface Missing {
  /**
   * - `check`: `verify` threw, ran out of time or returned something other than a verdict, or the findings of
   *   a review were not checked, or a vote on one of them is void
   * - `tool`: a tool that may have an effect was begun by an earlier process, so it was not called again
   * - `router`: the router returned no answer, so the debate took place
   * - `judge`: the judge decided nothing, or left out a part that was asked for
   * - `calibration`: there are no rows for these debaters or this kind of answer
   * - `swap`: the debate was not held again with its sides swapped
   * - `ballot`: a member did not rank the others, or in a way that can't be counted
   * - `comparison`: answers in other words were not compared, so they count as different
   * - `crux`, `claims`, `memo`, `audit`: nothing usable came of the call, or it was not made
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
    | "comparison"
    | "review"
    | "crux"
    | "claims"
    | "memo"
    | "audit";
  /** The answer that was not checked, or the tool that was not called. */
  about?: string;
  error: string;
}

/** Calls that compare answers in prose. */
export interface Compared {
  /** Calls that were made. */
  asked: number;
  /** Of those, the calls without a usable reply: answers in other words count as different. */
  failed: number;
  /** Calls that were not made, because they didn't fit into the budget. */
  skipped: number;
}

/** How complete the result is. Anything that went wrong makes it `degraded`. */
export interface Integrity {
  degraded: boolean;
  /** Model calls that the rounds and steps of this run needed, retries not counted. */
  planned: number;
  /** Of those, the calls that returned a reply. */
  completed: number;
  /** Calls that were in flight when an earlier process died, and were made again. */
  reissued: number;
  dropped: { debater: string; round: number; error: string }[];
  unread: number;
  truncated: number;
  /** Replies that could not be read at first, and were asked for again. */
  clarified: number;
  /** The rule that decided because the requested one could not. */
  fallback: string | null;
  /** Calls that compare answers in prose. */
  compared: Compared;
  /** How many quotes were not found in their source: those of judge, claims, memo, findings and critiques. */
  unverifiedQuotes: number;
  /** Every one of them, in the order of the debate. */
  failedQuotes: FailedQuote[];
  /** Members none of whose replies shows that they saw the material that they were given. Absent: none. */
  blind?: { debater: string; why: NonNullable<Position["blind"]> }[];
  /** Everything else that was requested and did not happen. */
  missing: Missing[];
}

/** What a cheaper method would have answered, computed from the same calls. */
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

/** What cheaper methods would have answered, computed from the same calls. */
export interface WhatIfs {
  /** The first debater alone. */
  single: WhatIf;
  /** The most confident debater of round 0, if any gave a confidence. */
  bestSingle?: WhatIf;
  /** A majority vote of round 0: self-consistency. */
  roundZeroVote: WhatIf;
  changed: MindChange[];
}

/** What a debate found, what it cost, and how it got there. */
export interface DebateResult<A = string> {
  id: string;
  question: string;
  answer: A | null;
  /** The answer in one line of at most 200 characters; `null` if there is none, or it begins with code or a table. */
  headline: string | null;
  /** The unit of a `number()` answer, as the first debater that gave it spells it; `null` if it has none. */
  unit: string | null;
  /** The words of the answer: the winner's reply, or the judge's verdict verbatim. */
  text: string;
  reasoning: string;
  confidence: number | null;
  confidenceBasis: ConfidenceBasis | null;
  /** The debater whose reply represents the answer. */
  winner: string | null;
  decision: Decision;
  /** Whether the verdict held with the sides swapped; under `sides` with `swap`. */
  swap?: SwapResult<A>;
  /** What a review found, the refuted too; under `answer: findings()`. */
  findings?: Finding[];
  /** What a review of a plan comes to; under `answer: findings({ plan: true })`. */
  verdict?: PlanVerdict;
  /** Best first, under `ranked`, where ballots were cast. */
  ranking?: RankedDebater[];
  /** Last positions that differ from the answer. */
  dissent: Position[];
  /** Where open answers differ, by the last comparison; empty if they don't or if nobody compared them. */
  differences: Difference[];
  /** `rounds[0]` is independent. */
  rounds: Round[];
  routing: "debate" | "single_agent";
  /** A stop rule on agreement fired. */
  converged: boolean;
  /**
   * Support for this answer: members whose last answer is in its cluster, divided by the members asked. `null` without
   * votes, and for a judge's answer that nothing could compare with the positions.
   */
  agreement: number | null;
  stopReason: StopReason;
  escalateToHuman: boolean;
  /** With `stakes`: what this answer is expected to cost. `null` without, or if a router answered. */
  stakes: StakesOutcome | null;
  /** The guarantee behind a decided answer, if the poll has a certificate; `null` otherwise. */
  guarantee: Guarantee | null;
  /** What the person said, if one was asked. */
  review?: Review;
  /** What a moderator said between rounds. Absent: nothing. */
  notes?: HeardNote[];
  /** What each judge gave, and how far they are apart; with `mean`, `median` or `trimmed`. */
  scores?: JuryScores;
  /** What turned out about the answer, once somebody said so. */
  outcome?: Outcome;
  /** How the panel agrees, next to its calibration rows. Absent: it has none to compare with. */
  shift?: ShiftReport;
  /** The claims that disagreements turned on, with `crux`. */
  cruxes: Crux[];
  /** What was claimed, with `report`. Absent: there is no report, or nothing usable came of it. */
  claims?: Claim[];
  /** What the question needs and no debater addresses, with `report`. */
  unaddressed?: string[];
  /** The memo, with `report: "memo"`. */
  memo?: Memo;
  /** What one more reader says of a unanimous answer, with `audit`. Absent: it was not asked, or said nothing usable. */
  audit?: Audit;
  integrity: Integrity;
  whatIf: WhatIfs;
  /** Sentences about reasons to trust the result less. */
  warnings: string[];
  usage: TotalUsage;
  costUsd: number | null;
  durationMs: number;
}

/** What an answer is expected to cost, in US dollars. */
export interface StakesOutcome {
  /** The calls, plus a person's answer if it was handed over, or else a wrong answer times its probability. */
  expectedCost: number;
  /** Probability that the answer is wrong; 1 where there is none. */
  pWrong: number;
  /** Whether a person should answer instead. */
  handedOver: boolean;
}

/** What was known when a debate ended early: the same shape, with `answer: null` where nothing was decided. */
export type PartialResult = DebateResult<unknown>;
