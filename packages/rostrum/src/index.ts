export { classic, createBudget, Debate, debate, frugal, guarded, review } from "./api/index.ts";
export type { DebateStream, ForkChanges, Preset, ReplayChanges } from "./api/index.ts";

export { auto, choice, exact, json, math, number, text } from "./answers/index.ts";
export {
  agreement,
  central,
  judged,
  majority,
  never,
  posterior,
  stable,
  unanimous,
  weighted,
} from "./decide/index.ts";
export { personas } from "./debate/personas.ts";
export { everyone, sequential } from "./debate/poll.ts";
export { prompts } from "./debate/prompts/index.ts";
export { always, confident } from "./debate/route.ts";
export { all, ring, sample, star } from "./debate/topology.ts";
export { defaultJournalPath, memoryJournal, sqliteJournal } from "./journal/index.ts";
export type { Redact, SqliteJournalOptions } from "./journal/index.ts";
export { limitProvider } from "./models/index.ts";
export type { ProviderLimits } from "./models/index.ts";
export { toHtml, toJson, toMarkdown, toMermaid } from "./export/index.ts";
export type { Exportable } from "./export/index.ts";
export { fold } from "./record/index.ts";
export type { DebateRecord, DebateStatus } from "./record/index.ts";

export {
  AbortError,
  BudgetExceededError,
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
  AutoKind,
  Basis,
  ChoiceKind,
  CustomKind,
  ExactKind,
  JsonKind,
  MathKind,
  NumberKind,
  TextKind,
  Typed,
} from "./protocol/answer.ts";
export type { Budget, BudgetLimits, Hold, Shortage, Spend } from "./protocol/budget.ts";
export type { DebateConfig, DebatePlan, Limits, RunOptions } from "./protocol/config.ts";
export type { Calibration, DifficultyClass, KindCalibration } from "./protocol/calibration.ts";
export type { Debater } from "./protocol/debater.ts";
export type {
  BudgetExceededEvent,
  BudgetWarningEvent,
  CallCost,
  CompletedEvent,
  ConvergedEvent,
  DebateEvent,
  DebaterFailedEvent,
  DeltaEvent,
  Ending,
  EscalatedEvent,
  FailedEvent,
  JudgingEvent,
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
export type {
  Model,
  ModelFunction,
  ModelReply,
  ModelRequest,
  ReasoningEffort,
  Role,
} from "./protocol/model.ts";
export type { Position, PositionStatus, Round } from "./protocol/position.ts";
export type { PromptInput, PromptSet, PromptSetName } from "./protocol/prompts.ts";
export type { Message, Question } from "./protocol/question.ts";
export type {
  Citation,
  ConfidenceBasis,
  DebateResult,
  Decision,
  Integrity,
  MindChange,
  Missing,
  PartialResult,
  Review,
  TallyRow,
  WhatIf,
  WhatIfs,
} from "./protocol/result.ts";
export type {
  Ballot,
  Cluster,
  ConfidentRouter,
  DecisionFunction,
  DecisionObject,
  DecisionRule,
  JudgedRule,
  MajorityRule,
  Poll,
  PollFunction,
  PollState,
  PosteriorRule,
  RouteFunction,
  Router,
  SeeFunction,
  SeeObject,
  SeeState,
  SequentialPoll,
  StopFunction,
  StopObject,
  StopRule,
  StopState,
  Topology,
} from "./protocol/rules.ts";
export type { StepOutcome } from "./protocol/step.ts";
export type { ToolUse } from "./protocol/tool-use.ts";
export type { AttributeValue, Meter, Tracer, TracerSpan } from "./protocol/tracer.ts";
export type { Verdict, Verifier, VerifyRule } from "./protocol/verify.ts";
export type { Price, TotalUsage, Usage } from "./protocol/usage.ts";
