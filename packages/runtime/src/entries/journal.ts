/*
 * For programs that write a journal of their own or read one: what a journal stores, what a server stores next to runs,
 * and how processes that share a journal reach each other. `rostrum/testing` has the conformance suite.
 */
export {
  defaultJournalPath,
  memoryJournal,
  sqliteJournal,
  type Redact,
  type SqliteJournalOptions,
} from "../journal/index.ts";
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
  RunTotals,
  StoredRun,
  ModelUsage,
  RemovedRun,
  SentCall,
  SentMessage,
  SentPrompt,
  StoredStep,
} from "@rostrum/core/protocol";
export type { Follower, PeerHost, Peers } from "@rostrum/core/protocol";
export type {
  ActOutcome,
  ActPage,
  ActQuery,
  Amount,
  AuditedAct,
  Delivery,
  DeliveryOutcome,
  NewDelivery,
  RepeatRequest,
  RunOwner,
  ServiceStore,
  StoredCalibration,
  StoredPanel,
  StoredShare,
  Wallet,
  WalletShortage,
  WalletState,
} from "@rostrum/core/protocol";
export type { StepOutcome } from "@rostrum/core/protocol";
