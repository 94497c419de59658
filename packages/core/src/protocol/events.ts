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
import type { Usage } from "./usage.ts";

/** What a call used, over all processes that attempted it. */
export interface CallCost {
  /** Attempts made, the last one included. */
  attempts: number;
  /** Of all attempts together. A part is unknown if any attempt doesn't know it. */
  usage: Usage;
  costUsd: number | null;
  /** The reply's output limit, where it reached the limit or was asked again with a larger one. */
  maxOutputTokens?: number;
  /** Attempts that got no reply in time. The provider may bill them. */
  timeouts?: number;
  /** Attempts that broke off in another way after they were sent. The provider may bill them. */
  interrupted?: number;
}

/** One call of a run and what it used. */
export interface PaidCall extends CallCost {
  /** The step's name within its run: `debater_0_round_1`, `judge`, `compare_round_0_again`. */
  step: string;
  /** The model that replied, or that was asked. `null`: it is not known which one was asked. */
  model: string | null;
  /** Whether it brought a reply, usable or not. */
  replied: boolean;
}

/** Part of every event that reports calls. Sums read `calls` alone, so an event of a new type is counted too. */
export interface PaidEvent {
  /** In the order in which they were made; empty if nobody was asked. */
  calls: PaidCall[];
}

/** The router decided whether to debate. */
export interface RoutedEvent extends PaidEvent {
  type: "debate.routed";
  routing: "debate" | "single_agent";
  model: string;
  threshold: number | null;
  /** The reply to the router's single call; empty if the call failed. */
  text: string;
  answer: string | null;
  reasoning: string;
  confidence: number | null;
  error?: string;
  clarified?: true;
  /** What was requested and did not happen. Absent: nothing. */
  missing?: Missing[];
}

/** A round begins. */
export interface RoundStartedEvent {
  type: "debate.round_started";
  round: number;
  /** Names of the debaters that are asked, in panel order. Round 0 may ask more of them later. */
  asked: string[];
}

/** A debater replied. Its `answer` is as read when the reply came; `round_completed` has the final reading. */
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
}

/** A debater gave no reply in a round. */
export interface DebaterFailedEvent extends PaidEvent {
  type: "debate.debater_failed";
  round: number;
  debater: string;
  error: string;
  /** The error is permanent: the debater is not asked again, unless the run is resumed. */
  permanent?: true;
}

/** A debater's call was cancelled, because its reply could not change the answer any more. */
export interface DebaterCancelledEvent extends PaidEvent {
  type: "debate.debater_cancelled";
  round: number;
  debater: string;
  /** A first reply that could not be read and was being asked for again. Absent: none had come. */
  text?: string;
}

/** A debater has reviewed one part of a material that is too long for one call. Its reply reports on all of them. */
export interface PartReportedEvent {
  type: "debate.part_reported";
  round: number;
  debater: string;
  /** Which part, from 1. */
  part: number;
  /** How many there are. */
  parts: number;
  /** The documents of the part. */
  documents: string[];
}

/** Neither the stop rule's verdict nor the winning answer can change any more, whatever the late debaters say. */
export interface SettledEvent {
  type: "debate.settled";
  round: number;
  /** The winning answer, in the words of one of those who gave it. */
  answer: string;
  /** Who gave it. */
  debaters: string[];
  /** Who has not replied yet. */
  late: string[];
}

/** The state after the round: one entry per member, in panel order. */
export type Standing = Pick<
  Position,
  "status" | "answer" | "changed" | "cluster" | "label" | "fullest" | "side" | "critique"
>;

/** Answers in prose that a model was asked to compare, in their current groups. */
export interface ComparedEvent extends Compared, PaidEvent {
  type: "debate.compared";
  /** The answers of a round, or the judge's verdict with them. */
  what: "positions" | "verdict";
  /** The round; for a verdict, the number of rounds that took place. */
  round: number;
  groups: ComparedGroup[];
  /** Those that give no answer, as the model found: their positions are `unread`, and such a verdict decides nothing. */
  none: string[];
  /** Where the answers differ. Absent: the model was not asked for it, or its list could not be read. */
  differences?: Difference[];
  /** The texts that the model read, where they are not the wordings: the compared fields of values in JSON. */
  shown?: string[];
  /** The model that was called. Absent: none was. */
  model?: string;
  /** A reply could not be read, and it was asked for again. */
  clarified?: true;
  /** What all of `calls` used. `null`: nobody was asked. */
  call: CallCost | null;
}

/** A call about the positions of those who vote: their full texts are shown under numbers. */
export interface AboutPositions extends PaidEvent {
  /** Whose texts were shown, in the order of their numbers. */
  among: string[];
  /** The model that was called. Absent: none was. */
  model?: string;
  clarified?: true;
  /** Why it brought nothing usable. */
  error?: string;
}

/** The claim that the disagreement turns on, before a revision round. */
export interface CruxEvent extends AboutPositions, Omit<Crux, "claim"> {
  type: "debate.crux";
  /** `null`: none was named. */
  claim: string | null;
}

/** What was claimed in the debate. */
export interface ClaimsEvent extends AboutPositions {
  type: "debate.claims";
  /** `null`: nothing usable was said. */
  claims: Claim[] | null;
  /** What no position addresses. */
  unaddressed: string[];
  /** Quotes that were not found in their source, those of claims that were dropped included. */
  failedQuotes: Citation[];
}

/** The memo for those who have to decide. */
export interface MemoEvent extends AboutPositions {
  type: "debate.memo";
  /** `null`: nothing usable was said. */
  memo: Memo | null;
}

/** One more reader has tried to refute an answer that all members gave. */
export interface AuditedEvent extends AboutPositions {
  type: "debate.audited";
  /** `null`: nothing usable was said. */
  audit: Audit | null;
}

/** All replies of a round are in, and its answers are grouped. */
export interface RoundCompletedEvent {
  type: "debate.round_completed";
  round: number;
  standings: Standing[];
  /** `null`: nobody votes in it. */
  agreement: number | null;
  stopped: boolean;
  basis: Basis;
  /** Answers that only a model can compare count as different, because none was configured to. */
  uncompared?: true;
  /** Why the round doesn't count: too few replies, or none that could be read. It ends the debate. */
  shortfall?: string;
  /** What the checker says about each cluster's answer, if there is a checker. */
  verdicts?: Verdict[];
  /** What it says about them, if it says something. */
  checks?: (string | null)[];
  /** What the system did not keep the checking program from, in words. */
  unisolated?: string[];
  /** How a program could have got at its own tests, in words that go on after "the tests". */
  unprotected?: string;
  /** What was requested and did not happen. Absent: nothing. */
  missing?: Missing[];
}

/** A stop rule found enough agreement. */
export interface ConvergedEvent {
  type: "debate.converged";
  round: number;
  agreement: number;
}

/** The judge is asked. */
export interface JudgingEvent {
  type: "debate.judging";
  judge: string;
  mode: "synthesize" | "pick";
  /** How often it is asked. Absent: once. */
  times?: number;
}

/** All ballots are in and counted. */
export interface BallotedEvent extends PaidEvent {
  type: "debate.balloted";
  count: NonNullable<RankedRule["count"]>;
  /** In panel order. */
  ballots: CastBallotReport[];
  /** Best first; empty where no ballot can be counted. */
  ranking: RankedDebater[];
}

/** How one debater ranked the others' replies. */
export interface CastBallotReport {
  debater: string;
  /** Names, best first; `null` where the ballot can't be counted. */
  ranking: string[] | null;
  error?: string;
  /** The first reply could not be read, and it was asked for again. */
  clarified?: true;
}

/** The decision, by a rule or by the judge. Its `calls` are the judge's. */
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
  /** Names of the debaters whose last position differs from the answer. */
  dissent: string[];
  /** What the judge says about the other side. */
  judgedDissent?: string;
  /** The judge was asked again: `judgment` has both replies. */
  clarified?: true;
  fallback: string | null;
  /** What was requested and did not happen. Absent: nothing. */
  missing?: Missing[];
  /** What the answer is expected to cost, with `stakes`. */
  stakes?: StakesOutcome;
  /** The guarantee behind the answer, if there is one. */
  guarantee?: Guarantee;
  /** How the panel agrees, next to its calibration rows. Absent: it has none. */
  shift?: ShiftReport;
}

/** A person reviewed the result. The answer is that after the review; nobody may have given it before. */
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
  /** How the votes count by the person's groups. Absent: the panel's own groups stand. */
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

/** Fields of every event that ends a run. Its `calls` are those that no other event reports, such as a cut-off judge's. */
export interface Ending extends PaidEvent {
  reissued: number;
  durationMs: number;
  /** Errors in code that only observes: `onEvent`, the tracer, the meter. Absent: none. */
  warnings?: string[];
}

/** A piece of text as it arrives. Transient: it has no `seq` and is never stored. */
export interface DeltaEvent {
  type: "debate.delta";
  debateId: string;
  at: number;
  round: number;
  /** The debater's name, `judge` or `router`. */
  source: string;
  text: string;
  isNew?: true; // It doesn't continue the text before it: that was cut off, or could not be read.
}

/** Any event that is stored, without the fields that all events have. */
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

/** An event of the log: `seq` rises by one from 0. */
export type StoredEvent = StoredEventBody & { debateId: string; at: number; seq: number };

/** The one event type: of the stream, the HTTP API, the log and the page. */
export type DebateEvent = StoredEvent | DeltaEvent;
