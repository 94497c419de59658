/*
 * The types behind the root entry that few programs name: every rule and answer kind as an object, every event by itself,
 * and the parts of requests. The root has what most programs need.
 */
export type {
  Carry,
  ChainProgress,
  DebateConstructor,
  KindConfig,
  ProgressOptions,
  StepAnswer,
  StepQuestion,
} from "./api/index.ts";
export type {
  FileType,
  MessageFile,
  PromptMessage,
  RecordedFile,
  RecordedItem,
} from "./protocol/question.ts";
export type { StartedEvent } from "./protocol/started-event.ts";
export type { ToolUse } from "./protocol/tool-use.ts";
export type { VerifyRule } from "./protocol/options.ts";
export type { Quorum } from "./protocol/quorum.ts";
export type { LeadRule } from "./decide/index.ts";
export type {
  AutoKind,
  Basis,
  ChoiceKind,
  CodeKind,
  DataKind,
  DraftKind,
  ExactKind,
  FindingsKind,
  FindingsName,
  JsonKind,
  MathKind,
  NumberKind,
  ScoreKind,
  NumberName,
  TextKind,
  Typed,
} from "./protocol/answer.ts";
export type { McpServer, Tools } from "./protocol/settings.ts";
export type { Audit } from "./protocol/open-questions.ts";
export type { CheckOutcome } from "./protocol/verify.ts";
export type { FindingVerdict, FindingVote, GivenSeverity, PlanVerdict } from "./protocol/findings.ts";
export type {
  PollFunction,
  PollState,
  RouteFunction,
  SeeFunction,
  SeeState,
} from "./protocol/rules.ts";
export type {
  AnswerName,
  AutoFields,
  ChoiceFields,
  CodeFields,
  DraftFields,
  ExactFields,
  FindingsFields,
  JsonFields,
  MathFields,
  NumberFields,
  ScoreFields,
  TextFields,
} from "./protocol/answer-settings.ts";
export type {
  AgreementStop,
  AllTopology,
  AlwaysRouter,
  CentralRule,
  ClaimsReport,
  ConfidentRouter,
  DecisionName,
  DecisionObject,
  EveryonePoll,
  JudgedRule,
  LeadPoll,
  MajorityRule,
  MeanRule,
  MedianRule,
  MemoReport,
  NeverStop,
  NoneReport,
  PollName,
  PollObject,
  PosteriorRule,
  RacePoll,
  RankedRule,
  ReportName,
  ReportObject,
  RingTopology,
  RouteName,
  RouteObject,
  SampleTopology,
  SeeName,
  SeeObject,
  SequentialPoll,
  StableStop,
  StarTopology,
  StopName,
  StopObject,
  UnanimousStop,
  WeightedRule,
  TrimmedRule,
} from "./protocol/rule-settings.ts";
export type { SidesObject } from "./protocol/sides.ts";
export type { CitedSource } from "./protocol/citation.ts";
export type { BallotingEvent } from "./protocol/balloting-event.ts";
export type {
  AboutPositions,
  BallotedEvent,
  CallCost,
  CastBallotReport,
  ClaimsEvent,
  ComparedEvent,
  CompletedEvent,
  ConvergedEvent,
  CruxEvent,
  DebaterCancelledEvent,
  DebaterFailedEvent,
  DeltaEvent,
  Ending,
  FailedEvent,
  JudgingEvent,
  AuditedEvent,
  MemoEvent,
  PaidCall,
  PaidEvent,
  ResponseEvent,
  ReviewedEvent,
  RoundCompletedEvent,
  RoundStartedEvent,
  PartReportedEvent,
  SettledEvent,
  RoutedEvent,
  Standing,
  StoredEventBody,
  SynthesizedEvent,
} from "./protocol/events.ts";
export type { HeardNote } from "./protocol/note.ts";
export type { MemoOption } from "./protocol/open-questions.ts";
export type {
  EscalatedEvent,
  ProceededEvent,
  SaidEvent,
  WaitingEvent,
} from "./protocol/people-events.ts";
export type { ComparedGroup } from "./protocol/position.ts";
export type {
  Compared,
  DecisionMethod,
  KnownMethod,
  KnownStopReason,
  Missing,
  SwapResult,
} from "./protocol/result.ts";
export type { Outcome, OutcomeEvent } from "./protocol/outcome.ts";
export type { JudgeScore, JuryScores, Rubric, Score } from "./protocol/score.ts";
export type { OpenWait } from "./protocol/waits.ts";
export type { DebatePhase } from "./record/index.ts";
export type { BudgetExceededEvent, BudgetWarningEvent, Hold, Shortage } from "./protocol/budget.ts";
export type {
  CommandModel,
  Compare,
  CompareObject,
  CruxOption,
  FileKind,
  ReasoningEffort,
  Role,
} from "./protocol/model.ts";
export type { PromptInput, PromptSetName } from "./protocol/prompts.ts";
export type { Assignment } from "./protocol/assignment.ts";
export type { AttemptFailure, ModelAttempt } from "./protocol/attempt.ts";
export type { AttributeValue, Meter, TracerSpan } from "./protocol/tracer.ts";
export type { Filled, WithoutDefault } from "./options/index.ts";
export type {
  RunInputs,
  RunPage,
  RunState,
  RunStatus,
  RunTotals,
  StoredRun,
  StoredStep,
} from "./protocol/journal.ts";
export type { StepOutcome } from "./protocol/step.ts";
export type {
  AgreementCount,
  SeenDebate,
  ShiftAlarm,
  ShiftCause,
  ShiftReport,
} from "./protocol/shift.ts";
