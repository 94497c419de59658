/* The public API: a table of contents, by purpose. */
import "./require-node.ts";

// Debates
export {
  classic,
  council,
  createBudget,
  Debate,
  debate,
  editorial,
  frugal,
  guarded,
  restoreQuestion,
  type DebateStream,
  type FollowedRun,
  type FollowOptions,
  type ForkChanges,
  type PlanOptions,
  type Preset,
  type ReplayChanges,
} from "@rostrum/runtime/api";
export type {
  BudgetLimits,
  ContextDocument,
  ContextFile,
  ContextItem,
  DebateConfig,
  DebatePlan,
  Debater,
  Limits,
  Message,
  Note,
  Price,
  Question,
  Review,
  RunOptions,
  Stakes,
} from "@rostrum/core/protocol";

// Long tasks
export {
  chain,
  chainProgress,
  type Chain,
  type ChainOptions,
  type ChainResult,
  type ChainStep,
} from "@rostrum/eval/chain";

// Answer kinds
export {
  auto,
  choice,
  code,
  draft,
  exact,
  findings,
  json,
  math,
  number,
  score,
  text,
} from "@rostrum/core/answers";
export type { AnswerKind, AnswerOf, CustomKind } from "@rostrum/core/protocol";

// Who is asked, who sees whom, and in which words
export {
  all,
  always,
  confident,
  everyone,
  personas,
  prompts,
  race,
  ring,
  sample,
  sequential,
  star,
} from "@rostrum/core/debate";
export type { Poll, PromptSet, Router, Sides, Topology } from "@rostrum/core/protocol";

// When a debate ends, and how it decides
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
} from "@rostrum/core/decide";
export type {
  Ballot,
  Calibration,
  Certificate,
  Cluster,
  DecisionFunction,
  DecisionRule,
  Guarantee,
  Report,
  StopFunction,
  StopRule,
  StopState,
  Verdict,
  Verifier,
} from "@rostrum/core/protocol";

// Results
export type {
  Citation,
  Claim,
  ConfidenceBasis,
  Critique,
  Crux,
  DebateResult,
  Difference,
  Decision,
  FailedQuote,
  Finding,
  FindingStatus,
  Integrity,
  Memo,
  MindChange,
  PartialResult,
  PlanVerdict,
  Position,
  PositionStatus,
  RankedDebater,
  Round,
  Severity,
  StakesOutcome,
  StopReason,
  TallyRow,
  TotalUsage,
  Usage,
  WhatIf,
  WhatIfs,
} from "@rostrum/core/protocol";
export { toHtml, toJson, toMarkdown, toMermaid, type Exportable } from "@rostrum/core/export";

// Events and records
export { fold, type DebateRecord, type DebateStatus } from "@rostrum/core/record";
export type { DebateEvent, StoredEvent } from "@rostrum/core/protocol";

// Models, budgets and tracing
export { createLimiter, human, limitProvider } from "@rostrum/runtime/models";
export type {
  Budget,
  Limiter,
  Model,
  ModelFunction,
  ModelReply,
  ModelRequest,
  ProviderLimits,
  Spend,
  Tracer,
} from "@rostrum/core/protocol";

// Journals
export {
  defaultJournalPath,
  memoryJournal,
  sqliteJournal,
  type SqliteJournalOptions,
} from "@rostrum/runtime/journal";
export type { Journal, RunQuery, RunSummary } from "@rostrum/core/protocol";
export type { RunStore } from "@rostrum/runtime/journal";

// Errors
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
  type ErrorCode,
  type JournalErrorCode,
  type ModelErrorDetails,
} from "@rostrum/core/support";

// Types that few programs name, as `types.…` or from "rostrum/types"; declarations of users name them by this
export type * as types from "./types.ts";
