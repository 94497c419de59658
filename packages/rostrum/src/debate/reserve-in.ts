import type { Hold, Shortage, Spend } from "../protocol/budget.ts";

/** Reserves an amount, in this process or in a budget that other processes share. */
export function reserveIn(
  hold: Pick<Hold, "reserve" | "reserveShared">,
  worst: Spend,
): Shortage | null | Promise<Shortage | null> {
  return hold.reserveShared ? hold.reserveShared(worst) : hold.reserve(worst);
}
