import type { BallotingEvent } from "./balloting-event.ts";
import type { EscalatedEvent, ProceededEvent, SaidEvent, WaitingEvent } from "./people-events.ts";
import type { RankedRule } from "./rule-settings.ts";
import type { Review } from "./settings.ts";
import type { Basis } from "./answer.ts";
import type { Citation } from "./citation.ts";
import type { BudgetExceededEvent, BudgetWarningEvent } from "./budget.ts";
import type { StartedEvent } from "./started-event.ts";
import type { ComparedGroup, Difference, Position } from "./position.ts";
import type { Audit, Claim, Crux, Memo } from "./open-questions.ts";
import type {
  Compared,
  Decision,
  Missing,
  PartialResult,
  RankedDebater,
  StakesOutcome,
  TallyRow,
} from "./result.ts";
import type { Guarantee } from "./certificate.ts";
import type { OutcomeEvent } from "./outcome.ts";
import type { ShiftReport } from "./shift.ts";
import type { Verdict } from "./verify.ts";
import type { CallCost, PaidEvent } from "./paid-call.ts";

/** The router decided whether to debate. */
export interface RoutedEvent extends PaidEvent {
  type: "debate.routed";
  routing: "debate" | "single_agent";
  model: string;
  threshold: number | null;
  /** Reply to the router's single call. Empty if the call failed. */
  text: string;
  answer: string | null;
  reasoning: string;
  confidence: number | null;
  error?: string;
  clarified?: true;
  /** Requested steps that did not happen. Absent: none. */
  missing?: Missing[];
}

/** A round begins. */
export interface RoundStartedEvent {
  type: "debate.round_started";
  round: number;
  /** Names of the debaters that are called, in panel order. Round 0 may add more of them later. */
  asked: string[];
}

/** A debater replied. `answer` is as read when the reply came; `round_completed` has the final reading. */
export interface ResponseEvent
  extends
    PaidEvent,
    Pick<
      Position,
      | "round"
      | "debater"
      | "text"
      | "answer"
      | "reasoning"
      | "confidence"
      | "justification"
      | "claimedChange"
      | "truncated"
      | "error"
      | "clarified"
      | "blind"
      | "toolCalls"
      | "model"
    > {
  type: "debate.response";
  status: "spoke" | "unread";
  /** In reviews: number of findings by severity, or of the votes that count by kind. */
  counts?: Record<string, number>;
}

/** A debater returned no reply in a round. */
export interface DebaterFailedEvent extends PaidEvent {
  type: "debate.debater_failed";
  round: number;
  debater: string;
  error: string;
  /**
   * Why the call failed, for programs: the provider's HTTP status, `timeout`, `time_limit` (`budget.ms` was used up),
   * `unreachable`, or `aborted` if the run was stopped before the reply. Absent: anything else.
   */
  errorCode?: string;
  /** The error is permanent: the debater is not called again, unless the run is resumed. */
  permanent?: true;
}

/** A debater's call was cancelled, because its reply could no longer change the answer. */
export interface DebaterCancelledEvent extends PaidEvent {
  type: "debate.debater_cancelled";
  round: number;
  debater: string;
  /** A first reply that could not be read, while the second was pending. Absent: there was none. */
  text?: string;
}

/** A debater reviewed one part of a material that is too long for one call. Its reply covers all parts. */
export interface PartReportedEvent {
  type: "debate.part_reported";
  round: number;
  debater: string;
  /** Number of the part, from 1. */
  part: number;
  /** Number of parts. */
  parts: number;
  /** Documents in the part. */
  documents: string[];
}

/** No missing reply can change the stop rule's verdict or the winning answer any more. */
export interface SettledEvent {
  type: "debate.settled";
  round: number;
  /** Winning answer, in the words of one of the debaters who gave it. */
  answer: string;
  /** Debaters who gave it. */
  debaters: string[];
  /** Debaters who have not replied yet. */
  late: string[];
}

/** A member's state after the round. Standings list one entry per member, in panel order. */
export type Standing = Pick<
  Position,
  "status" | "answer" | "changed" | "cluster" | "label" | "fullest" | "side" | "critique"
>;

/** A model compared answers in prose. Reports the resulting groups. */
export interface ComparedEvent extends Compared, PaidEvent {
  type: "debate.compared";
  /** Answers of a round, or these together with the judge's verdict. */
  what: "positions" | "verdict";
  /** Number of the round. For a verdict, the number of rounds that took place. */
  round: number;
  groups: ComparedGroup[];
  /** Texts in which the model found no answer: `unread` positions, or a verdict that decides nothing. */
  none: string[];
  /** Differences between the answers. Absent: not requested, or the model's list could not be read. */
  differences?: Difference[];
  /** Texts that the model read, if they are not the wordings: the compared fields of JSON values. */
  shown?: string[];
  /** Model that was called. Absent: none. */
  model?: string;
  /** A reply could not be read and was requested again. */
  clarified?: true;
  /** Sum over `calls`. `null`: no model was called. */
  call: CallCost | null;
}

/** A call about the positions of the voting members, which it shows in full, numbered. */
export interface AboutPositions extends PaidEvent {
  /** Authors of the texts, in the order of their numbers. */
  among: string[];
  /** Model that was called. Absent: none. */
  model?: string;
  clarified?: true;
  /** Why the reply was not usable. */
  error?: string;
}

/** The claim that the disagreement depends on, before a revision round. */
export interface CruxEvent extends AboutPositions, Omit<Crux, "claim"> {
  type: "debate.crux";
  /** `null`: no claim was named. */
  claim: string | null;
}

/** Claims that were made in the debate. */
export interface ClaimsEvent extends AboutPositions {
  type: "debate.claims";
  /** `null`: the reply was not usable. */
  claims: Claim[] | null;
  /** Topics that no position addresses. */
  unaddressed: string[];
  /** Quotes that were not found in their source, including those of claims that were dropped. */
  failedQuotes: Citation[];
}

/** A memo for decision makers. */
export interface MemoEvent extends AboutPositions {
  type: "debate.memo";
  /** `null`: the reply was not usable. */
  memo: Memo | null;
}

/** Another model tried to refute an answer that all members gave. */
export interface AuditedEvent extends AboutPositions {
  type: "debate.audited";
  /** `null`: the reply was not usable. */
  audit: Audit | null;
}

/** All replies of a round are in, and their answers are grouped. */
export interface RoundCompletedEvent {
  type: "debate.round_completed";
  round: number;
  standings: Standing[];
  /** `null`: no member voted. */
  agreement: number | null;
  stopped: boolean;
  basis: Basis;
  /**
   * Answers that only a model could compare count as different, because none did: none was configured, its call failed,
   * or it didn't fit the budget.
   */
  uncompared?: true;
  /** Why the round doesn't count: too few replies, or none that could be read. Ends the debate. */
  shortfall?: string;
  /** The checker's verdict on each cluster's answer, if there is a checker. */
  verdicts?: Verdict[];
  /** The checker's message about each answer. `null`: no message. */
  checks?: (string | null)[];
  /** Access of the checking program that could not be blocked, in words. */
  unisolated?: string[];
  /** How a program could have accessed its own tests: a phrase that follows "the tests". */
  unprotected?: string;
  /** Requested steps that did not happen. Absent: none. */
  missing?: Missing[];
}

/** A stop rule on agreement fired. */
export interface ConvergedEvent {
  type: "debate.converged";
  round: number;
  agreement: number;
}

/** The judge is called. */
export interface JudgingEvent {
  type: "debate.judging";
  judge: string;
  mode: "synthesize" | "pick";
  /** Number of calls. Absent: one. */
  times?: number;
}

/** All ballots are in and have been counted. */
export interface BallotedEvent extends PaidEvent {
  type: "debate.balloted";
  count: NonNullable<RankedRule["count"]>;
  /** In panel order. */
  ballots: CastBallotReport[];
  /** Best first. Empty if no ballot is valid. */
  ranking: RankedDebater[];
}

/** One debater's ranking of the others' replies. */
export interface CastBallotReport {
  debater: string;
  /** Names, best first. `null` if the ballot is invalid. */
  ranking: string[] | null;
  error?: string;
  /** The first reply could not be read and was requested again. */
  clarified?: true;
}

/** The decision, by a rule or by the judge. `calls` are the judge's. */
export interface SynthesizedEvent
  extends
    PaidEvent,
    Omit<Decision, "dissent">,
    Pick<
      PartialResult,
      "answer" | "unit" | "text" | "reasoning" | "confidence" | "winner" | "agreement"
    >,
    Pick<
      PartialResult,
      "confidenceBasis" | "swap" | "findings" | "verdict" | "ranking" | "scores" | "stopReason"
    > {
  type: "debate.synthesized";
  /** Debaters whose last position differs from the answer. */
  dissent: string[];
  /** The judge's summary of the opposing side. */
  judgedDissent?: string;
  /** The judge was called again: `judgment` has both replies. */
  clarified?: true;
  fallback: string | null;
  /** A checker confirmed the answer. Absent: it refuted it or can't tell, or there is no checker. */
  confirmed?: true;
  /** Requested steps that did not happen. Absent: none. */
  missing?: Missing[];
  /** Expected cost of the answer, with `stakes`. */
  stakes?: StakesOutcome;
  /** Guarantee for the answer, if there is one. */
  guarantee?: Guarantee;
  /** Agreement of the panel compared with its calibration rows. Absent: it has none. */
  shift?: ShiftReport;
}

/** A person reviewed the result. `answer` is the answer after the review, which may be new. */
export interface ReviewedEvent extends Pick<
  SynthesizedEvent,
  | "answer"
  | "unit"
  | "text"
  | "reasoning"
  | "confidence"
  | "winner"
  | "agreement"
  | "dissent"
  | "missing"
> {
  type: "debate.reviewed";
  review: Review;
  /** Votes by the person's groups. Absent: the panel's groups are unchanged. */
  regrouped?: { tally: TallyRow[]; agreement: number };
}

/** The debate has ended with a result. */
export interface CompletedEvent extends Ending {
  type: "debate.completed";
}

/** The debate ended without a result. */
export interface FailedEvent extends Ending {
  type: "debate.failed";
  error: { name: string; code: string; message: string };
}

/** Fields of every event that ends a run. `calls` are those that no other event reports. */
export interface Ending extends PaidEvent {
  reissued: number;
  durationMs: number;
  /** Replace the warnings of the start: the run was resumed with other limits. Absent: those of the start hold. */
  startWarnings?: string[];
  /** A limit that was exceeded, and errors in code that only observes: `onEvent`, the tracer, the meter. Absent: none. */
  warnings?: string[];
}

/** A piece of text as it arrives. Has no `seq` and is never stored. */
export interface DeltaEvent {
  type: "debate.delta";
  debateId: string;
  at: number;
  round: number;
  /** The debater's name, `judge` or `router`. */
  source: string;
  text: string;
  /**
   * Begins a new reply for the same round and source: discard the text so far, which was cut off or could not be
   * read. Absent: continues the text so far.
   */
  isNew?: true;
}

/** Any stored event, without the fields that all events have. */
export type StoredEventBody =
  | StartedEvent
  | RoutedEvent
  | RoundStartedEvent
  | ResponseEvent
  | DebaterFailedEvent
  | PartReportedEvent
  | SettledEvent
  | DebaterCancelledEvent
  | ComparedEvent
  | CruxEvent
  | ClaimsEvent
  | MemoEvent
  | AuditedEvent
  | RoundCompletedEvent
  | ConvergedEvent
  | BallotingEvent
  | BallotedEvent
  | JudgingEvent
  | SynthesizedEvent
  | BudgetWarningEvent
  | BudgetExceededEvent
  | EscalatedEvent
  | ReviewedEvent
  | OutcomeEvent
  | WaitingEvent
  | ProceededEvent
  | SaidEvent
  | CompletedEvent
  | FailedEvent;

/** An event of the log. `seq` counts up from 0 without gaps. */
export type StoredEvent = StoredEventBody & { debateId: string; at: number; seq: number };

/** Event of the stream, the HTTP API, the log and the page. */
export type DebateEvent = StoredEvent | DeltaEvent;
