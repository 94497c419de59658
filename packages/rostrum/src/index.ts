export {
  chain,
  chainProgress,
  classic,
  council,
  createBudget,
  editorial,
  Debate,
  debate,
  frugal,
  guarded,
  proceed,
  review,
  say,
  speak,
} from "./api/index.ts";
export type {
  Chain,
  ChainOptions,
  ChainProgress,
  ChainResult,
  ChainStep,
  DebateConstructor,
  Carry,
  DebateStream,
  FollowOptions,
  ForkChanges,
  KindConfig,
  Preset,
  ProgressOptions,
  ReplayChanges,
  StepAnswer,
  StepQuestion,
} from "./api/index.ts";

export { auto, choice, draft, exact, findings, json, math, number, text } from "./answers/index.ts";
export {
  agreement,
  central,
  judged,
  lead,
  majority,
  never,
  posterior,
  ranked,
  stable,
  unanimous,
  weighted,
} from "./decide/index.ts";
export type { LeadRule } from "./decide/index.ts";
export { personas } from "./debate/personas.ts";
export { everyone, sequential } from "./debate/poll.ts";
export { prompts } from "./debate/prompts/index.ts";
export { always, confident } from "./debate/route.ts";
export { all, ring, sample, star } from "./debate/topology.ts";
export { defaultJournalPath, memoryJournal, sqliteJournal } from "./journal/index.ts";
export type { Redact, SqliteJournalOptions } from "./journal/index.ts";
export { createLimiter, human, limitProvider } from "./models/index.ts";
export type { Limiter, ProviderLimits } from "./protocol/limiter.ts";
export { toHtml, toJson, toMarkdown, toMermaid } from "./export/index.ts";
export type { Exportable } from "./export/index.ts";
export { fold } from "./record/index.ts";
export type { DebateRecord, DebateStatus } from "./record/index.ts";

export {
  AbortError,
  BudgetExceededError,
  ChainError,
  ConfigError,
  JournalError,
  JournalMismatchError,
  ModelError,
  PanelFailedError,
  RostrumError,
} from "./errors.ts";
export type { JournalErrorCode, ModelErrorDetails } from "./errors.ts";

export type {
  AnswerKind,
  AnswerOf,
  AutoKind,
  Basis,
  ChoiceKind,
  CustomKind,
  DataKind,
  DraftKind,
  ExactKind,
  FindingsKind,
  FindingsName,
  JsonKind,
  MathKind,
  NumberKind,
  NumberName,
  TextKind,
  Typed,
} from "./protocol/answer.ts";
export type { Critique } from "./protocol/critique.ts";
export type { Sides, SidesObject } from "./protocol/sides.ts";
export type {
  Finding,
  FindingStatus,
  FindingVerdict,
  FindingVote,
  Severity,
} from "./protocol/findings.ts";
export type { Budget, Hold, Shortage, Spend } from "./protocol/budget.ts";
export type { DebatePlan } from "./protocol/config.ts";
export type {
  Certificate,
  CertificateTerms,
  Certified,
  Guarantee,
  GuaranteeMode,
  Uncertified,
} from "./protocol/certificate.ts";
export type {
  Calibration,
  CalibrationAbout,
  CalibrationReplay,
  Correction,
  DebateCount,
  DifficultyClass,
  KindCalibration,
  ReplayRow,
} from "./protocol/calibration.ts";
export type {
  BudgetExceededEvent,
  BudgetWarningEvent,
  CallCost,
  CompletedEvent,
  BallotedEvent,
  BallotingEvent,
  CastBallotReport,
  AboutPositions,
  ClaimsEvent,
  ComparedEvent,
  ConvergedEvent,
  DebateEvent,
  CruxEvent,
  DebaterFailedEvent,
  DeltaEvent,
  Ending,
  EscalatedEvent,
  FailedEvent,
  JudgingEvent,
  MemoEvent,
  ResponseEvent,
  ReviewedEvent,
  RoundCompletedEvent,
  RoundStartedEvent,
  RoutedEvent,
  Standing,
  StartedEvent,
  StoredEvent,
  StoredEventBody,
  SynthesizedEvent,
} from "./protocol/events.ts";
export type { ProceededEvent, SaidEvent, WaitingEvent } from "./protocol/people-events.ts";
export type { HeardNote } from "./protocol/note.ts";
export type { OpenWait } from "./protocol/waits.ts";
export type {
  Journal,
  JournalRun,
  OpenOptions,
  RunInputs,
  RunPage,
  RunQuery,
  RunState,
  RunStatus,
  RunStore,
  RunSummary,
  StoredRun,
  StoredStep,
} from "./protocol/journal.ts";
export type { Follower, PeerHost, Peers } from "./protocol/peers.ts";
export type {
  CommandModel,
  Compare,
  CompareObject,
  CruxOption,
  Model,
  ModelFunction,
  ModelReply,
  ModelRequest,
  ReasoningEffort,
  Role,
} from "./protocol/model.ts";
export type { ComparedGroup, Position, PositionStatus, Round } from "./protocol/position.ts";
export type { DebateConfig, Debater, RunOptions, Stakes } from "./protocol/options.ts";
export type {
  AgreementStop,
  AllTopology,
  AlwaysRouter,
  AnswerName,
  AutoFields,
  BudgetLimits,
  CentralRule,
  ChoiceFields,
  ConfidentRouter,
  DecisionName,
  DecisionObject,
  EveryonePoll,
  DraftFields,
  ExactFields,
  FindingsFields,
  JsonFields,
  JudgedRule,
  LeadPoll,
  RankedRule,
  Limits,
  MajorityRule,
  MathFields,
  NeverStop,
  Note,
  NumberFields,
  ClaimsReport,
  MemoReport,
  NoneReport,
  PollName,
  PollObject,
  PosteriorRule,
  Price,
  Review,
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
  TextFields,
  UnanimousStop,
  WeightedRule,
} from "./protocol/settings.ts";
export type { Filled, WithoutDefault } from "./vocabulary/index.ts";
export type { PromptInput, PromptSet, PromptSetName } from "./protocol/prompts.ts";
export type { Claim, Crux, Memo, MemoOption } from "./protocol/open-questions.ts";
export type { Citation } from "./protocol/citation.ts";
export type { ContextDocument, ContextItem, Message, Question } from "./protocol/question.ts";
export type {
  Compared,
  RankedDebater,
  SwapResult,
  ConfidenceBasis,
  DebateResult,
  Decision,
  DecisionMethod,
  Integrity,
  KnownMethod,
  KnownStopReason,
  MindChange,
  Missing,
  StakesOutcome,
  PartialResult,
  StopReason,
  TallyRow,
  WhatIf,
  WhatIfs,
} from "./protocol/result.ts";
export type {
  Ballot,
  Cluster,
  DecisionFunction,
  DecisionRule,
  Poll,
  Report,
  PollFunction,
  PollState,
  RouteFunction,
  Router,
  SeeFunction,
  SeeState,
  StopFunction,
  StopRule,
  StopState,
  Topology,
} from "./protocol/rules.ts";
export type { StepOutcome } from "./protocol/step.ts";
export type { ToolUse } from "./protocol/tool-use.ts";
export type { AttributeValue, Meter, Tracer, TracerSpan } from "./protocol/tracer.ts";
export type { Verdict, Verifier, VerifyRule } from "./protocol/verify.ts";
export type { TotalUsage, Usage } from "./protocol/usage.ts";
