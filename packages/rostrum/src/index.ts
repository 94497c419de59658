// The public API as a table of contents, laid out by hand: sorted names, 100 columns.

// Debates
export { chain, chainProgress, classic, council, createBudget, Debate, debate, editorial, frugal,
  guarded, type Chain, type ChainOptions, type ChainResult, type
  ChainStep, type DebateStream, type FollowOptions, type ForkChanges, type Preset, type
  ReplayChanges } from "./api/index.ts";
export { AbortError, BudgetExceededError, ChainError, ConfigError, JournalError,
  JournalMismatchError, ModelError, PanelFailedError, RostrumError, type JournalErrorCode, type
  ModelErrorDetails } from "./errors.ts";
export type { DebatePlan } from "./protocol/plan.ts";
export type { DebateConfig, Debater, RunOptions, Stakes } from "./protocol/options.ts";
export type { ContextDocument, ContextFile, ContextItem, Message, Question } from
  "./protocol/question.ts";

// Rules, answer kinds, prompts
export { auto, choice, code, draft, exact, findings, json, math, number, score, text } from
  "./answers/answer-kinds.ts";
export { all, always, confident, everyone, race, ring, sample, sequential, star } from
  "./debate/factories.ts";
export { personas, prompts } from "./debate/prompts/prompt-sets.ts";
export { agreement, central, judged, lead, majority, never, posterior, ranked, stable, unanimous,
  weighted } from "./decide/index.ts";

// Their types
export type { AnswerKind, AnswerOf, CustomKind } from "./protocol/answer.ts";
export type { Calibration } from "./protocol/calibration.ts";
export type { Certificate, Guarantee } from "./protocol/certificate.ts";
export type { Critique } from "./protocol/critique.ts";
export type { Finding, FindingStatus, Severity } from "./protocol/findings.ts";
export type { Ballot, Cluster, DecisionFunction, DecisionRule, Poll, Report, Router, StopFunction,
  StopRule, StopState, Topology } from "./protocol/rules.ts";
export type { BudgetLimits, Limits, Note, Price, Review } from "./protocol/settings.ts";
export type { Sides } from "./protocol/sides.ts";
export type { Verdict, Verifier } from "./protocol/verify.ts";

// Results, events, records
export { toHtml, toJson, toMarkdown, toMermaid, type Exportable } from "./export/index.ts";
export type { Citation, FailedQuote } from "./protocol/citation.ts";
export type { DebateEvent, StoredEvent } from "./protocol/events.ts";
export type { Claim, Crux, Memo } from "./protocol/open-questions.ts";
export type { Position, PositionStatus, Round } from "./protocol/position.ts";
export type { ConfidenceBasis, DebateResult, Decision, Integrity, MindChange, PartialResult,
  RankedDebater, StakesOutcome, StopReason, TallyRow, WhatIf, WhatIfs } from "./protocol/result.ts";
export { fold, type DebateRecord, type DebateStatus } from "./record/index.ts";

// Models, budgets, journals, tracing
export { defaultJournalPath, memoryJournal, sqliteJournal, type SqliteJournalOptions } from
  "./journal/index.ts";
export { createLimiter, human, limitProvider } from "./models/index.ts";
export type { Budget, Spend } from "./protocol/budget.ts";
export type { Journal, RunQuery, RunStore, RunSummary } from "./protocol/journal.ts";
export type { Limiter, ProviderLimits } from "./protocol/limiter.ts";
export type { Model, ModelFunction, ModelReply, ModelRequest } from "./protocol/model.ts";
export type { PromptSet } from "./protocol/prompts.ts";
export type { Tracer } from "./protocol/tracer.ts";
export type { TotalUsage, Usage } from "./protocol/usage.ts";

// Types that few programs name, as `types.…` or from "rostrum/types"; declarations of users name them by this
export type * as types from "./types.ts";
