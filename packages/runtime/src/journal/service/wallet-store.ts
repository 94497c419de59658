import type { Amount, Shortage, Spend } from "@rostrum/core/protocol";

/** A limit that several debates share, across servers. */
export interface Wallet {
  /**
   * `user:ada`, `team:core` or `project:x`, with `day:2026-11-19:` or `month:2026-11:` in front for a limit per period.
   */
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

/** An amount as far as it fits into limits, or the limit of which nothing is left. */
export type FittedAmount = { shortage: WalletShortage } | { shortage: null; reserved: Amount };

/**
 * One process's work on a run. A process that lost the run may notice it late: what it does then must not change the
 * reservations of the process that took the run over.
 */
export interface ReservationHolder {
  run: string;
  /** Different whenever a process begins or takes over a run. Has no slash. */
  token: string;
}

/** Stores what users and teams have spent and what is reserved for their debates. */
export interface WalletStore {
  /**
   * Reserves an amount in all wallets, or in none. With `first`, amounts that earlier holders of the run have reserved
   * count as spent, because the outcome of their calls is unknown.
   */
  reserve(
    holder: ReservationHolder,
    amount: Amount,
    wallets: readonly Wallet[],
    first: boolean,
  ): Promise<{ shortage: WalletShortage | null }>;
  /**
   * Reserves spend for a run as a whole: an amount, or what is left of the limits if that is less. A run that has
   * reservations keeps them unchanged, because several servers may ask for the same run.
   */
  reserveRun(run: string, amount: Amount, wallets: readonly Wallet[]): Promise<FittedAmount>;
  /**
   * Replaces a reserved amount with the actual use. If the holder's reservation is gone, the next holder of the run has
   * charged it, and nothing is charged again. `null`: nothing is reserved for this use.
   */
  settle(
    holder: ReservationHolder,
    wallets: readonly string[],
    reserved: Amount | null,
    used: Amount,
  ): Promise<void>;
  /** Releases all reservations of a holder. */
  release(holder: ReservationHolder): Promise<void>;
  /**
   * Charges the wallets that have reservations for a run with its actual use, and releases the reservations.
   * Unknown parts are charged as reserved. A run without reservations is not charged: it was settled before.
   */
  payAndRelease(run: string, used: Spend): Promise<void>;
  /** Runs with reservations whose name begins with `prefix`. */
  reservedRuns(prefix: string): Promise<string[]>;
  /** States of the wallets, in the order of `names`. */
  walletStates(names: readonly string[]): Promise<WalletState[]>;
}
