import type { Shortage, Spend } from "./budget.ts";
import type { Assignment } from "./assignment.ts";

/** Amount of everything that can be limited for a user or team. */
export type Amount = Record<"calls" | "tokens" | "usd", number>;

/** How an action ended: performed, not permitted, or failed. */
export type ActOutcome = "done" | "refused" | "failed";

/** One action in the audit log. It never contains a question, an answer or a token. */
export interface AuditedAct {
  /** Milliseconds since 1970. */
  at: number;
  /** `null`: the server has no users, or the caller is anonymous. */
  user: string | null;
  /** The action, such as `cancel` or `review`. */
  act: string;
  /** Id of the debate. */
  debate: string | null;
  outcome: ActOutcome;
  /** The HTTP status of the answer. */
  status: number;
  /** Why it was refused or failed. */
  code: string | null;
  /** Client address of the request. */
  address: string | null;
  requestId: string | null;
}

/** Filter and page of the audit log. */
export interface ActQuery {
  user?: string | undefined;
  act?: string | undefined;
  debate?: string | undefined;
  outcome?: ActOutcome | undefined;
  /** At or after this time, in milliseconds since 1970. */
  from?: number | undefined;
  /** Before this time. */
  to?: number | undefined;
  /** Maximum number of actions, 1 to 1,000. Default 100. */
  limit?: number | undefined;
  /** `next` of the previous page. */
  before?: string | undefined;
}

/** A page of the audit log. */
export interface ActPage {
  /** Newest first. */
  acts: AuditedAct[];
  /** Cursor for `before` of the next query. `null` on the last page. */
  next: string | null;
}

/** A limit that several debates share, across servers. */
export interface Wallet {
  /** `user:ada` or `team:core`. */
  name: string;
  limits: Partial<Amount>;
}

/** Amounts that a wallet has paid, and amounts reserved for calls that debates may make. */
export interface WalletState {
  spent: Amount;
  reserved: Amount;
}

/** The limit that is too small. */
export interface WalletShortage extends Shortage {
  wallet: string;
  limit: keyof Amount;
}

/** A webhook message to deliver. */
export interface NewDelivery {
  /** Stable id of the message: adding it again has no effect, even after delivery. */
  id: string;
  /** Name of the webhook in the config. */
  hook: string;
  /** Debate that the message is about. Empty if there is none. */
  debate: string;
  /** Number of the event that the message is about. */
  seq: number;
  /** Kind of message. For messages without a debate, the complete message as JSON. */
  body: string;
}

/** A webhook message that is due. */
export interface Delivery extends NewDelivery {
  createdAt: number;
  /** Number of earlier attempts. */
  attempts: number;
}

/** How an attempt ended. */
export type DeliveryOutcome =
  | { is: "delivered" }
  | { is: "retry"; afterMs: number; error: string }
  | { is: "given_up"; error: string };

/** Latest version of a panel that was saved on a server. */
export interface StoredPanel {
  name: string;
  /** Counts up from 1. */
  version: number;
  /** Settings as JSON. */
  body: string;
  /** User who saved this version. `null`: the server has no users. */
  by: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** A calibration that a server's panel learned from its own runs. Earlier versions are kept. */
export interface StoredCalibration {
  /** Name of the panel. */
  panel: string;
  /** Counts up from 1. */
  version: number;
  /** Origin as JSON, without the calibration itself. */
  about: string;
  /** Calibration as JSON. */
  body: string;
  /** User who requested this version. `null`: the server has no users. */
  by: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** A request that may repeat an earlier one. */
export interface RepeatRequest {
  /** Hash of the request's content and its sender. */
  key: string;
  /** Debate to start if the request is new. */
  debate: string;
  keepMs: number;
  /** The client states that it repeats a request. */
  declared: boolean;
}

/** A link that shares one debate with people without an account. */
export interface StoredShare {
  /** First digits of the hash of its token. */
  id: string;
  debate: string;
  /** User who created it. `null`: the server has no users. */
  by: string | null;
  /** Creation time, in milliseconds since 1970. */
  at: number;
  /** Expiry, in milliseconds since 1970. */
  until: number;
  /** When it was revoked. `null`: not revoked. */
  revokedAt: number | null;
}

/** The user and team of a run. */
export interface RunOwner {
  user: string | null;
  team: string | null;
}

/**
 * Data that servers store in addition to runs, shared by all servers on a journal: the audit log, spend of
 * users and teams, webhook messages, saved panels, and learned calibrations. All values are plain JSON.
 */
export interface ServiceStore {
  /** Appends to the audit log. Entries never change. */
  addActs(acts: readonly AuditedAct[]): Promise<void>;
  listActs(query?: ActQuery): Promise<ActPage>;
  /** Deletes actions before this time. Returns their number. */
  pruneActs(olderThan: number): Promise<number>;

  /**
   * Reserves an amount for a run in all wallets, or in none. With `first`, amounts that an earlier process
   * had reserved for the run when it died count as spent, because the outcome of its calls is unknown.
   */
  reserve(
    run: string,
    amount: Amount,
    wallets: readonly Wallet[],
    first: boolean,
  ): Promise<{ shortage: WalletShortage | null }>;
  /** Replaces reserved amounts of a run with the actual use. */
  settle(run: string, wallets: readonly string[], reserved: Amount, used: Amount): Promise<void>;
  /** Releases all reservations of a run. */
  release(run: string): Promise<void>;
  /**
   * Charges the wallets that have reservations for a run with its actual use, and releases the reservations.
   * Unknown parts are charged as reserved. A run without reservations is not charged: it was settled before.
   */
  payAndRelease(run: string, used: Spend): Promise<void>;
  /** Runs with reservations whose name begins with `prefix`. */
  reservedRuns(prefix: string): Promise<string[]>;
  /** States of the wallets, in the order of `names`. */
  walletStates(names: readonly string[]): Promise<WalletState[]>;

  addDeliveries(deliveries: readonly NewDelivery[]): Promise<void>;
  /** Returns messages that are due, except for some webhooks. No other process gets them for `leaseMs`. */
  takeDeliveries(limit: number, leaseMs: number, except?: readonly string[]): Promise<Delivery[]>;
  /** A delivered message is remembered for a week, and as long as its debate runs. */
  endDelivery(id: string, outcome: DeliveryOutcome): Promise<void>;
  /** Counts messages that wait, and messages that were given up. */
  countDeliveries(): Promise<{ waiting: number; givenUp: number }>;

  /** Adds a panel, or a new version of one. `null`: there are already `maxPanels` other panels. */
  savePanel(
    panel: Pick<StoredPanel, "name" | "body" | "by">,
    maxPanels: number,
  ): Promise<StoredPanel | null>;
  findPanel(name: string): Promise<StoredPanel | undefined>;
  /** Sorted by name. */
  listPanels(): Promise<StoredPanel[]>;
  /** Returns `false` if there was none. */
  removePanel(name: string): Promise<boolean>;

  /** Adds the next version of a panel's calibration, which becomes the current one. */
  addCalibration(
    calibration: Pick<StoredCalibration, "panel" | "about" | "body" | "by">,
  ): Promise<StoredCalibration>;
  /** Returns one version, or the current one if `version` is absent. */
  findCalibration(panel: string, version?: number): Promise<StoredCalibration | undefined>;
  /** Versions of a panel, newest first; at most 100. */
  listCalibrations(panel: string): Promise<Omit<StoredCalibration, "body">[]>;

  /**
   * Returns the debate for a request: the debate of an earlier request with the same key, if its answer was
   * not delivered and no client waits for it, or else the given one, which is remembered for at most
   * `keepMs`. With `declared`, the latest debate with the key is returned even if a client still seems to
   * wait for it.
   */
  claimRepeat(request: RepeatRequest): Promise<string>;
  /** No client waits for this debate any more: the next request with its key gets it. */
  freeRepeat(debate: string): Promise<void>;
  isRepeatFree(debate: string): Promise<boolean>;
  /** The answer was delivered: the next request with its key starts a new debate. */
  forgetRepeat(debate: string): Promise<void>;

  /** Adds a link by the hash of its token. Returns `false` if there is no such debate. */
  addShare(
    share: Pick<StoredShare, "debate" | "by" | "until"> & { hash: string },
  ): Promise<boolean>;
  findShare(hash: string): Promise<StoredShare | undefined>;
  /** Links to a debate, or all links if `null`, newest first; at most 1,000. */
  listShares(debate: string | null): Promise<StoredShare[]>;
  /** Returns `false` if there is no such link, or if it was already revoked. */
  revokeShare(debate: string, id: string): Promise<boolean>;

  /**
   * Assigns a reviewer to a debate, or removes the assignment (`null`). Returns `false` if nothing changed.
   */
  assign(debate: string, assignment: Omit<Assignment, "at"> | null): Promise<boolean>;
  assignmentOf(debate: string): Promise<Assignment | null>;

  ownerOf(run: string): Promise<RunOwner | undefined>;
  /**
   * Deletes finished runs that were last written to before this time, and frees their space. Returns their
   * number.
   */
  expire(olderThan: number): Promise<number>;
  /**
   * Replaces a user's name in the audit log, the totals and the user's saved panels with a number. Deletes
   * messages about the user's runs. The runs themselves must be deleted first. Returns the new name.
   */
  forgetUser(user: string): Promise<string>;
}
