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
export type { Amount, StepOutcome } from "@rostrum/core/protocol";
export type { Follower, PeerHost, Peers } from "../journal/peers.ts";
export type { RunStore } from "../journal/run-store.ts";
export type { AssignmentStore } from "../journal/service/assignment-store.ts";
export type {
  ActOutcome,
  ActPage,
  ActQuery,
  AuditedAct,
  AuditStore,
} from "../journal/service/audit-store.ts";
export type {
  Delivery,
  DeliveryOutcome,
  DeliveryStore,
  NewDelivery,
} from "../journal/service/delivery-store.ts";
export type { PanelStore, StoredCalibration, StoredPanel } from "../journal/service/panel-store.ts";
export type { RepeatRequest, RepeatStore } from "../journal/service/repeat-store.ts";
export type { RunOwner, ServiceStore } from "../journal/service/service-store.ts";
export type { ShareStore, StoredShare } from "../journal/service/share-store.ts";
export type {
  FittedAmount,
  ReservationHolder,
  Wallet,
  WalletShortage,
  WalletState,
  WalletStore,
} from "../journal/service/wallet-store.ts";
