import { formatMoney } from "@rostrum/core/export";
import { formatLimit } from "@rostrum/core/support";
import type { Shortage } from "@rostrum/core/protocol";

/** The amount of a cap, with dollars rounded as elsewhere in the terminal. */
export function formatCap({ limit, cap }: Pick<Shortage, "limit" | "cap">): string {
  return formatLimit(limit, cap, formatMoney);
}
