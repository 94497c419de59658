import { type Amount, COUNTED, NO_SPEND } from "@rostrum/core/protocol";
import type { FittedAmount, Wallet, WalletState } from "./wallet-store.ts";

/** Lowers an amount to what is left of the limits. A limit of which nothing is left is a shortage. */
export function fitIntoLimits(
  wallets: readonly Wallet[],
  states: readonly WalletState[],
  amount: Amount,
): FittedAmount {
  const reserved = { ...amount };
  for (const [index, { name, limits }] of wallets.entries()) {
    const state = states[index] ?? { spent: NO_SPEND, reserved: NO_SPEND };
    for (const limit of COUNTED) {
      const cap = limits[limit];
      if (cap === undefined) continue;
      const spent = state.spent[limit] + state.reserved[limit];
      if (spent >= cap) {
        return { shortage: { wallet: name, limit, cap, spent, needed: amount[limit] } };
      }
      reserved[limit] = Math.min(reserved[limit], cap - spent);
    }
  }
  return { shortage: null, reserved };
}
