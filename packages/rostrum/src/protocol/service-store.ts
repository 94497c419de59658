import type { Spend } from "./budget.ts";

/** An amount of everything that a user's or team's limit counts. */
export interface Amount {
  usd: number;
  tokens: number;
  calls: number;
}

/** How an act ended: it was carried out, its caller may not do it, or it could not be done. */
export type ActOutcome = "done" | "refused" | "failed";

/** One act in the audit. It never has words of a question or an answer, and no token. */
export interface AuditedAct {
  /** Milliseconds since 1970. */
  at: number;
  /** `null`: the server has no users, or the caller did not say who they are. */
  user: string | null;
  /** What was tried, such as `cancel` or `review`. */
  act: string;
  /** The id of the debate that it was about. */
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

export interface ActQuery {
  user?: string | undefined;
  act?: string | undefined;
  debate?: string | undefined;
  outcome?: ActOutcome | undefined;
  /** From this moment on, in milliseconds since 1970. */
  from?: number | undefined;
  /** Before this moment. */
  to?: number | undefined;
  /** Most acts to return, 1 to 1,000. Default 100. */
  limit?: number | undefined;
  /** `next` of the previous page. */
  before?: string | undefined;
}

export interface ActPage {
  /** Newest first. */
  acts: AuditedAct[];
  /** Pass it as `before` to get older acts; `null` on the last page. */
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
export interface WalletShortage {
  wallet: string;
  limit: keyof Amount;
  cap: number;
  /** Spent and reserved by others. */
  spent: number;
  needed: number;
}

/** A message for a webhook that waits to be delivered. */
export interface NewDelivery {
  /** The same message has the same id: adding it again changes nothing. */
  id: string;
  /** The name of the webhook in the config. */
  hook: string;
  debate: string;
  /** The number of the event that the message is about. */
  seq: number;
  /** The JSON that is sent. */
  body: string;
}

export interface Delivery extends NewDelivery {
  createdAt: number;
  /** How often it was tried before. */
  attempts: number;
}

/** How an attempt ended. */
export type DeliveryOutcome =
  | { is: "delivered" }
  | { is: "retry"; afterMs: number; error: string }
  | { is: "given_up"; error: string };

/** Whose run it is. */
export interface RunOwner {
  user: string | null;
  team: string | null;
}

/**
 * What a server keeps next to its runs, shared by all servers of a journal: the audit, what users and
 * teams have spent, and messages for webhooks. Everything that goes in and out is plain JSON.
 */
export interface ServiceStore {
  /** Appends to the audit. Nothing in it is changed later. */
  addActs(acts: readonly AuditedAct[]): Promise<void>;
  listActs(query?: ActQuery): Promise<ActPage>;
  /** Deletes acts before that moment. Returns how many. */
  pruneActs(olderThan: number): Promise<number>;

  /**
   * Reserves an amount for a run in all wallets, or in none. With `first`, what an earlier process had
   * reserved for the run when it died counts as spent, because nobody knows what became of its calls.
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
  /** Messages that are due, for this process alone until `leaseMs` has passed. */
  takeDeliveries(most: number, leaseMs: number): Promise<Delivery[]>;
  endDelivery(id: string, outcome: DeliveryOutcome): Promise<void>;
  /** Messages that wait, and messages that were given up. */
  countDeliveries(): Promise<{ waiting: number; givenUp: number }>;

  /** Whose run it is; `undefined` if there is no such run. */
  ownerOf(run: string): Promise<RunOwner | undefined>;
  /** Deletes finished runs that were last written to before then, and frees their space. Returns how many. */
  expire(olderThan: number): Promise<number>;
  /**
   * Takes a user's name out of the audit and the sums, where the user then has a number. Deletes messages
   * about the user's runs. The runs themselves must be removed before. Returns the name that is left.
   */
  forgetUser(user: string): Promise<string>;
}
