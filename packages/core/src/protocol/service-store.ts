import type { Shortage, Spend } from "./budget.ts";
import type { Assignment } from "./assignment.ts";

/** An amount of everything that can be limited for a user or team. */
export type Amount = Record<"calls" | "tokens" | "usd", number>;

/** How an action ended: it was carried out, the caller was not allowed to do it, or it failed. */
export type ActOutcome = "done" | "refused" | "failed";

/** One action in the audit log. It never contains a question, an answer or a token. */
export interface AuditedAct {
  /** Milliseconds since 1970. */
  at: number;
  /** `null`: the server has no users, or the caller did not say who they are. */
  user: string | null;
  /** The action, such as `cancel` or `review`. */
  act: string;
  /** The id of the debate. */
  debate: string | null;
  outcome: ActOutcome;
  /** The HTTP status of the answer. */
  status: number;
  /** Why it was refused or failed. */
  code: string | null;
  /** The address that the request came from. */
  address: string | null;
  requestId: string | null;
}

/** Which actions of the audit log are wanted. */
export interface ActQuery {
  user?: string | undefined;
  act?: string | undefined;
  debate?: string | undefined;
  outcome?: ActOutcome | undefined;
  /** From this moment on, in milliseconds since 1970. */
  from?: number | undefined;
  /** Before this moment. */
  to?: number | undefined;
  /** Most actions to return, 1 to 1,000. Default 100. */
  limit?: number | undefined;
  /** `next` of the previous page. */
  before?: string | undefined;
}

/** A page of the audit log. */
export interface ActPage {
  /** Newest first. */
  acts: AuditedAct[];
  /** Pass it as `before` to get older actions; `null` on the last page. */
  next: string | null;
}

/** A limit that several debates share, on any number of servers. */
export interface Wallet {
  /** `user:ada` or `team:core`. */
  name: string;
  limits: Partial<Amount>;
}

/** What a wallet has paid, and what is reserved for calls that debates may make. */
export interface WalletState {
  spent: Amount;
  reserved: Amount;
}

/** The limit that is too small. */
export interface WalletShortage extends Shortage {
  wallet: string;
  limit: keyof Amount;
}

/** A message for a webhook that waits to be delivered. */
export interface NewDelivery {
  /** The same message has the same id: adding it again changes nothing, even after it was delivered. */
  id: string;
  /** The name of the webhook in the config. */
  hook: string;
  /** The debate that it is about; empty if it is about none. */
  debate: string;
  /** The number of the event that the message is about. */
  seq: number;
  /** What kind of message it is; if it is about no debate, the whole message as JSON. */
  body: string;
}

/** A call of a webhook that is to be made. */
export interface Delivery extends NewDelivery {
  createdAt: number;
  /** The number of earlier attempts. */
  attempts: number;
}

/** How an attempt ended. */
export type DeliveryOutcome =
  | { is: "delivered" }
  | { is: "retry"; afterMs: number; error: string }
  | { is: "given_up"; error: string };

/** A panel that somebody saved on a server, in its latest version. */
export interface StoredPanel {
  name: string;
  /** Counts from 1, and rises with each change. */
  version: number;
  /** Its settings, as JSON. */
  body: string;
  /** Who saved this version; `null`: the server has no users. */
  by: string | null;
  /** When, in milliseconds since 1970. */
  at: number;
}

/** What a panel of a server has learned from its own runs. A later version replaces an earlier one, which is kept. */
export interface StoredCalibration {
  /** The panel's name. */
  panel: string;
  /** Counts from 1, and rises with each change. */
  version: number;
  /** What it was learned from, as JSON, without the calibration itself. */
  about: string;
  /** The calibration, as JSON. */
  body: string;
  /** Who asked for this version; `null`: the server has no users. */
  by: string | null;
  /** When, in milliseconds since 1970. */
  at: number;
}

/** A request that may be the repetition of an earlier one. */
export interface RepeatRequest {
  /** What the request says, and who sent it. */
  key: string;
  /** The debate that it begins if it is a new one. */
  debate: string;
  keepMs: number;
  /** The client says that it repeats a request. */
  declared: boolean;
}

/** A link through which somebody without an account reads one debate. */
export interface StoredShare {
  /** The first digits of its token's hash. */
  id: string;
  debate: string;
  /** Who made it; `null`: the server has no users. */
  by: string | null;
  /** When it was made, in milliseconds since 1970. */
  at: number;
  /** When it ends, in milliseconds since 1970. */
  until: number;
  /** When somebody ended it earlier; `null`: nobody did. */
  revokedAt: number | null;
}

/** The user and team of a run. */
export interface RunOwner {
  user: string | null;
  team: string | null;
}

/**
 * What servers store in addition to runs, shared by all servers on a journal: the audit log, what
 * users and teams have spent, messages for webhooks, saved panels, and what panels have learned. All values are plain JSON.
 */
export interface ServiceStore {
  /** Appends to the audit log. Nothing in it is changed later. */
  addActs(acts: readonly AuditedAct[]): Promise<void>;
  listActs(query?: ActQuery): Promise<ActPage>;
  /** Deletes actions before this time. Returns how many. */
  pruneActs(olderThan: number): Promise<number>;

  /**
   * Reserves an amount for a run in all wallets, or in none. With `first`, what an earlier process
   * had reserved for the run when it died counts as spent, because the outcome of its calls is
   * unknown.
   */
  reserve(
    run: string,
    amount: Amount,
    wallets: readonly Wallet[],
    first: boolean,
  ): Promise<{ shortage: WalletShortage | null }>;
  /** Replaces reserved amounts of a run with what was really used. */
  settle(run: string, wallets: readonly string[], reserved: Amount, used: Amount): Promise<void>;
  /** Frees whatever is reserved for a run. */
  release(run: string): Promise<void>;
  /**
   * The wallets in which something is reserved for a run pay what it used, and nothing is reserved any more. An
   * unknown part is paid as it was reserved. A run that has nothing reserved pays nothing: it was settled before.
   */
  payAndRelease(run: string, used: Spend): Promise<void>;
  /** The runs that have something reserved and whose name begins so. */
  reservedRuns(prefix: string): Promise<string[]>;
  /** What the wallets have paid and reserved, in their order. */
  walletStates(names: readonly string[]): Promise<WalletState[]>;

  addDeliveries(deliveries: readonly NewDelivery[]): Promise<void>;
  /**
   * Messages that are due, except those for some webhooks. No other process gets them until `leaseMs` has
   * passed.
   */
  takeDeliveries(most: number, leaseMs: number, except?: readonly string[]): Promise<Delivery[]>;
  /** A delivered message is remembered for a week, and as long as its debate runs. */
  endDelivery(id: string, outcome: DeliveryOutcome): Promise<void>;
  /** Messages that wait, and messages that were given up. */
  countDeliveries(): Promise<{ waiting: number; givenUp: number }>;

  /** Adds a panel, or a new version of one. `null`: there are as many as `most` others already. */
  savePanel(
    panel: Pick<StoredPanel, "name" | "body" | "by">,
    most: number,
  ): Promise<StoredPanel | null>;
  findPanel(name: string): Promise<StoredPanel | undefined>;
  /** All of them, sorted by name. */
  listPanels(): Promise<StoredPanel[]>;
  /** `false`: there was none. */
  removePanel(name: string): Promise<boolean>;

  /** Adds the next version of what a panel has learned, which is the current one from now on. */
  addCalibration(
    calibration: Pick<StoredCalibration, "panel" | "about" | "body" | "by">,
  ): Promise<StoredCalibration>;
  /** One version, or the current one if none is named. */
  findCalibration(panel: string, version?: number): Promise<StoredCalibration | undefined>;
  /** All versions of a panel, newest first; at most 100. */
  listCalibrations(panel: string): Promise<Omit<StoredCalibration, "body">[]>;

  /**
   * The debate of a request, by what it says: one that an earlier request with the same key began, whose answer was not
   * delivered and for which nobody waits, or else the given one, which is kept for at most `keepMs`. With `declared`, the
   * client says that it repeats a request, and gets the latest one even if somebody still seems to wait for it.
   */
  claimRepeat(request: RepeatRequest): Promise<string>;
  /** Nobody waits for this debate any more: the next request with its key gets it. */
  freeRepeat(debate: string): Promise<void>;
  isRepeatFree(debate: string): Promise<boolean>;
  /** The answer was delivered: the next request with its key is a new one. */
  forgetRepeat(debate: string): Promise<void>;

  /** Adds a link by the hash of its token. `false`: there is no such debate. */
  addShare(
    share: Pick<StoredShare, "debate" | "by" | "until"> & { hash: string },
  ): Promise<boolean>;
  findShare(hash: string): Promise<StoredShare | undefined>;
  /** Links to a debate, or all of them, newest first; at most 1,000. */
  listShares(debate: string | null): Promise<StoredShare[]>;
  /** `false`: there is no such link, or it was revoked before. */
  revokeShare(debate: string, id: string): Promise<boolean>;

  /** Names who should review a debate; `null`: nobody any more. `false`: there was nothing to change. */
  assign(debate: string, given: Omit<Assignment, "at"> | null): Promise<boolean>;
  assignmentOf(debate: string): Promise<Assignment | null>;

  /** The user and team of a run; `undefined` if there is no such run. */
  ownerOf(run: string): Promise<RunOwner | undefined>;
  /**
   * Deletes finished runs that were last written to before this time, and frees their space.
   * Returns how many.
   */
  expire(olderThan: number): Promise<number>;
  /**
   * Replaces a user's name in the audit log, the totals and the panels that they saved with a number.
   * Deletes messages about the user's runs. The runs themselves must be deleted before. Returns the new name.
   */
  forgetUser(user: string): Promise<string>;
}
