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
} from "../protocol/journal.ts";
export type { Follower, PeerHost, Peers } from "../protocol/peers.ts";
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
} from "../protocol/service-store.ts";
export type { StepOutcome } from "../protocol/step.ts";
