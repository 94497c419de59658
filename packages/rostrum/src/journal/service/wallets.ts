import type { Amount, Wallet, WalletShortage, WalletState } from "../../protocol/service-store.ts";

export const NO_AMOUNT: Readonly<Amount> = { usd: 0, tokens: 0, calls: 0 };

const PARTS: readonly (keyof Amount)[] = ["calls", "tokens", "usd"];

/** Sums of dollars have rounding errors, which must not count as exceeding a limit. */
const EPSILON = 1e-9;

export function addAmounts(a: Amount, b: Amount): Amount {
  return { usd: a.usd + b.usd, tokens: a.tokens + b.tokens, calls: a.calls + b.calls };
}

/** One amount minus another, but never less than zero. */
export function amountBeyond(a: Amount, b: Amount): Amount {
  return {
    usd: Math.max(0, a.usd - b.usd),
    tokens: Math.max(0, a.tokens - b.tokens),
    calls: Math.max(0, a.calls - b.calls),
  };
}

/** The first limit that an amount would exceed. States are in the order of the wallets. */
export function shortageIn(
  wallets: readonly Wallet[],
  states: readonly WalletState[],
  amount: Amount,
): WalletShortage | null {
  for (const [index, { name, limits }] of wallets.entries()) {
    const { spent, reserved } = states[index] ?? { spent: NO_AMOUNT, reserved: NO_AMOUNT };
    for (const limit of PARTS) {
      const cap = limits[limit];
      const before = spent[limit] + reserved[limit];
      if (cap === undefined || before + amount[limit] <= cap + EPSILON) continue;
      return { wallet: name, limit, cap, spent: before, needed: amount[limit] };
    }
  }
  return null;
}
