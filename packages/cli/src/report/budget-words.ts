import { formatCount, formatDuration, formatMoney, formatNumber } from "@rostrum/core/export";
import type { Shortage } from "@rostrum/core/protocol";

/** The amount of a cap: "$0.50", "20,000 tokens", "5 calls". */
export function formatCap({ limit, cap }: Pick<Shortage, "limit" | "cap">): string {
  switch (limit) {
    case "usd":
      return formatMoney(cap);
    case "tokens":
      return `${formatNumber(cap)} tokens`;
    case "calls":
      return formatCount(cap, "call");
    case "toolCalls":
      return formatCount(cap, "tool call");
    case "ms":
      return formatDuration(cap);
  }
}
