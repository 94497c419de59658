/*
 * The types behind the root entry that few programs name: every rule and answer kind as an object, every event by itself,
 * and the parts of requests. The root has what most programs need.
 */

// Debates and long tasks
export type { Carry, DebateConstructor, KindConfig } from "@rostrum/runtime/api";
export type { ChainProgress, ProgressOptions, StepAnswer, StepQuestion } from "@rostrum/eval/chain";
export type { Filled, WithoutDefault } from "@rostrum/core/options";

// What is asked
export type {
  FileKind,
  FileType,
  MessageFile,
  PromptInput,
  PromptMessage,
  PromptSetName,
  RecordedFile,
  RecordedItem,
} from "@rostrum/core/protocol";

// Answer kinds
export type {
  AnswerName,
  AutoFields,
  AutoKind,
  Basis,
  ChoiceFields,
  ChoiceKind,
  CodeFields,
  CodeKind,
  DataKind,
  DraftFields,
  DraftKind,
  ExactFields,
  ExactKind,
  FindingsFields,
  FindingsKind,
  FindingsName,
  JsonFields,
  JsonKind,
  JsonSchema,
  JsonSchemaKind,
  MathFields,
  MathKind,
  NumberFields,
  NumberKind,
  NumberName,
  ScoreFields,
  ScoreKind,
  TextFields,
  TextKind,
  Typed,
} from "@rostrum/core/protocol";

// Rules
export type { LeadRule } from "@rostrum/core/decide";
export type {
  AgreementStop,
  AllTopology,
  AlwaysRouter,
  CentralRule,
  ClaimsReport,
  Compare,
  CompareObject,
  ConfidentRouter,
  CruxOption,
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
  PollFunction,
  PollName,
  PollObject,
  PollState,
  PosteriorRule,
  Quorum,
  RacePoll,
  RankedRule,
  ReportName,
  ReportObject,
  RingTopology,
  RouteFunction,
  RouteName,
  RouteObject,
  SampleTopology,
  SeeFunction,
  SeeName,
  SeeObject,
  SeeState,
  SequentialPoll,
  SidesObject,
  StableStop,
  StarTopology,
  StopName,
  StopObject,
  TrimmedRule,
  UnanimousStop,
  VerifyRule,
  WeightedRule,
} from "@rostrum/core/protocol";

// Models, tools and calls
export type {
  AttemptFailure,
  AttributeValue,
  CommandModel,
  McpServer,
  Meter,
  ModelAttempt,
  ReasoningEffort,
  Role,
  StepOutcome,
  Tools,
  ToolUse,
  TracerSpan,
} from "@rostrum/core/protocol";

// Results
export type {
  Assignment,
  Audit,
  CheckOutcome,
  CitedSource,
  Compared,
  ComparedGroup,
  Difference,
  DecisionMethod,
  FindingVoteKind,
  FindingVote,
  GivenSeverity,
  HeardNote,
  JudgeScore,
  JuryScores,
  KnownMethod,
  KnownStopReason,
  MemoOption,
  Missing,
  OpenWait,
  Outcome,
  Rubric,
  Score,
  SwapResult,
} from "@rostrum/core/protocol";

// Errors
export type { KnownErrorCode } from "@rostrum/core/support";

// Events and records
export type { DebatePhase } from "@rostrum/core/record";
export type {
  AboutPositions,
  AuditedEvent,
  BallotedEvent,
  BallotingEvent,
  BudgetExceededEvent,
  BudgetWarningEvent,
  Charge,
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
  EscalatedEvent,
  FailedEvent,
  JudgingEvent,
  MemoEvent,
  OutcomeEvent,
  PaidCall,
  PaidEvent,
  ProceededEvent,
  ResponseEvent,
  ReviewedEvent,
  RoundCompletedEvent,
  RoundStartedEvent,
  PartReportedEvent,
  RoutedEvent,
  SaidEvent,
  SettledEvent,
  Standing,
  StartedEvent,
  StoredEventBody,
  SynthesizedEvent,
  WaitingEvent,
} from "@rostrum/core/protocol";

// Caps
export type { BudgetReservation, Shortage } from "@rostrum/core/protocol";

// Journals
export type {
  RunInputs,
  RunPage,
  RunState,
  RunStatus,
  RunTotals,
  StoredRun,
  ModelUsage,
  RemovedRun,
  SentCall,
  SentMessage,
  SentPrompt,
  StoredStep,
} from "@rostrum/core/protocol";

// What changed since a panel was calibrated
export type {
  AgreementCount,
  SeenDebate,
  ShiftAlarm,
  ShiftCause,
  ShiftReport,
} from "@rostrum/core/protocol";
