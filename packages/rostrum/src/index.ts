// The public API as a table of contents, laid out by hand: sorted names, 100 columns.

// Debates
export { chain, chainProgress, classic, council, createBudget, Debate, debate, editorial, frugal,
  guarded, proceed, review, say, speak, type Carry, type Chain, type ChainOptions,
  type ChainProgress, type ChainResult, type ChainStep, type DebateConstructor, type DebateStream,
  type FollowOptions, type ForkChanges, type KindConfig, type Preset, type ProgressOptions,
  type ReplayChanges, type StepAnswer, type StepQuestion } from "./api/index.ts";
export { AbortError, BudgetExceededError, ChainError, ConfigError, JournalError,
  JournalMismatchError, ModelError, PanelFailedError, RostrumError, type JournalErrorCode,
  type ModelErrorDetails } from "./errors.ts";
export type { DebatePlan } from "./protocol/config.ts";
export type { DebateConfig, Debater, RunOptions, Stakes } from "./protocol/options.ts";
export type { ContextDocument, ContextFile, ContextItem, FileType, Message, MessageFile,
  PromptMessage, Question, RecordedFile, RecordedItem } from "./protocol/question.ts";

// Rules, answer kinds, prompts
export { auto, choice, draft, exact, findings, json, math, number, text } from "./answers/answer-kinds.ts";
export {
  all,
  always,
  confident,
  everyone,
  ring,
  sample,
  sequential,
  star,
} from "./debate/factories.ts";
export { personas, prompts } from "./debate/prompts/prompt-sets.ts";
export { agreement, central, judged, lead, majority, never, posterior, ranked, stable, unanimous,
  weighted, type LeadRule } from "./decide/index.ts";

// Their types
export type { AnswerKind, AnswerOf, AutoKind, Basis, ChoiceKind, CustomKind, DataKind, DraftKind,
  ExactKind, FindingsKind, FindingsName, JsonKind, MathKind, NumberKind, NumberName, TextKind,
  Typed } from "./protocol/answer.ts";
export type { Calibration, CalibrationAbout, CalibrationReplay, Correction, DebateCount,
  DifficultyClass, KindCalibration, ReplayRow } from "./protocol/calibration.ts";
export type { Certificate, CertificateTerms, Certified, Guarantee, GuaranteeMode,
  Uncertified } from "./protocol/certificate.ts";
export type { Critique } from "./protocol/critique.ts";
export type { Finding, FindingStatus, FindingVerdict, FindingVote, GivenSeverity,
  Severity } from "./protocol/findings.ts";
export type { Ballot, Cluster, DecisionFunction, DecisionRule, Poll, PollFunction, PollState,
  Report, RouteFunction, Router, SeeFunction, SeeState, StopFunction, StopRule, StopState,
  Topology } from "./protocol/rules.ts";
export type { AnswerName, AutoFields, ChoiceFields, DraftFields, ExactFields, FindingsFields,
  JsonFields, MathFields, NumberFields, TextFields } from "./protocol/answer-settings.ts";
export type { AgreementStop, AllTopology, AlwaysRouter, CentralRule, ClaimsReport, ConfidentRouter,
  DecisionName, DecisionObject, EveryonePoll, JudgedRule, LeadPoll, MajorityRule, MemoReport,
  NeverStop, NoneReport, PollName, PollObject, PosteriorRule, RankedRule, ReportName, ReportObject,
  RingTopology, RouteName, RouteObject, SampleTopology, SeeName, SeeObject, SequentialPoll,
  StableStop, StarTopology, StopName, StopObject, UnanimousStop,
  WeightedRule } from "./protocol/rule-settings.ts";
export type { BudgetLimits, Limits, Note, Price, Review } from "./protocol/settings.ts";
export type { Sides, SidesObject } from "./protocol/sides.ts";
export type { Verdict, Verifier, VerifyRule } from "./protocol/verify.ts";

// Results, events, records
export { toHtml, toJson, toMarkdown, toMermaid, type Exportable } from "./export/index.ts";
export type { Citation, CitedSource, FailedQuote } from "./protocol/citation.ts";
export type { BallotingEvent } from "./protocol/balloting-event.ts";
export type { AboutPositions, BallotedEvent, CallCost, CastBallotReport,
  ClaimsEvent, ComparedEvent, CompletedEvent, ConvergedEvent, CruxEvent, DebateEvent,
  DebaterFailedEvent, DeltaEvent, Ending, FailedEvent, JudgingEvent, MemoEvent, PaidCall, PaidEvent,
  ResponseEvent, ReviewedEvent, RoundCompletedEvent, RoundStartedEvent, RoutedEvent, Standing, StartedEvent,
  StoredEvent, StoredEventBody, SynthesizedEvent } from "./protocol/events.ts";
export type { HeardNote } from "./protocol/note.ts";
export type { Claim, Crux, Memo, MemoOption } from "./protocol/open-questions.ts";
export type { EscalatedEvent, ProceededEvent, SaidEvent,
  WaitingEvent } from "./protocol/people-events.ts";
export type { ComparedGroup, Position, PositionStatus, Round } from "./protocol/position.ts";
export type { Compared, ConfidenceBasis, DebateResult, Decision, DecisionMethod, Integrity,
  KnownMethod, KnownStopReason, MindChange, Missing, PartialResult, RankedDebater, StakesOutcome,
  StopReason, SwapResult, TallyRow, WhatIf, WhatIfs } from "./protocol/result.ts";
export type { ToolUse } from "./protocol/tool-use.ts";
export type { OpenWait } from "./protocol/waits.ts";
export { fold, type DebatePhase, type DebateRecord, type DebateStatus } from "./record/index.ts";

// Models, budgets, journals, tracing
export { defaultJournalPath, memoryJournal, sqliteJournal, type Redact,
  type SqliteJournalOptions } from "./journal/index.ts";
export { createLimiter, human, limitProvider } from "./models/index.ts";
export type { Budget, BudgetExceededEvent, BudgetWarningEvent, Hold, Shortage,
  Spend } from "./protocol/budget.ts";
export type { Journal, JournalRun, OpenOptions, RunInputs, RunPage, RunQuery, RunState, RunStatus,
  RunStore, RunSummary, RunTotals, StoredRun, StoredStep } from "./protocol/journal.ts";
export type { Limiter, ProviderLimits } from "./protocol/limiter.ts";
export type { CommandModel, Compare, CompareObject, CruxOption, FileKind, Model, ModelFunction,
  ModelReply, ModelRequest, ReasoningEffort, Role } from "./protocol/model.ts";
export type { Follower, PeerHost, Peers } from "./protocol/peers.ts";
export type { PromptInput, PromptSet, PromptSetName } from "./protocol/prompts.ts";
export type { ActOutcome, ActPage, ActQuery, Amount, AuditedAct, Delivery, DeliveryOutcome,
  NewDelivery, RunOwner, ServiceStore, StoredPanel, Wallet,
  WalletShortage, WalletState } from "./protocol/service-store.ts";
export type { StepOutcome } from "./protocol/step.ts";
export type { AttributeValue, Meter, Tracer, TracerSpan } from "./protocol/tracer.ts";
export type { TotalUsage, Usage } from "./protocol/usage.ts";
export type { Filled, WithoutDefault } from "./options/index.ts";
