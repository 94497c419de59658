import { type Amount, COUNTED, NO_SPEND } from "@rostrum/core/protocol";
import { ROUNDING_ERROR } from "@rostrum/core/support";
import type { Wallet, WalletShortage, WalletState } from "./wallet-store.ts";

/** The first limit that an amount would exceed. States are in the order of the wallets. */
export function findShortage(
  wallets: readonly Wallet[],
  states: readonly WalletState[],
  amount: Amount,
): WalletShortage | null {
  for (const [index, { name, limits }] of wallets.entries()) {
    const { spent, reserved } = states[index] ?? { spent: NO_SPEND, reserved: NO_SPEND };
    for (const limit of COUNTED) {
      const cap = limits[limit];
      const before = spent[limit] + reserved[limit];
      if (cap === undefined || before + amount[limit] <= cap + ROUNDING_ERROR) continue;
      return { wallet: name, limit, cap, spent: before, needed: amount[limit] };
    }
  }
  return null;
}
