import { formatCount, formatDuration, formatMoney, formatNumber } from "@rostrum/core/export";
import type { Shortage } from "@rostrum/core/protocol";

const FLAGS: Record<string, string> = {
  usd: "--max-cost",
  tokens: "--max-tokens",
  calls: "--max-calls",
};

/** Replaces an option in "With budget.usd 0.6, …" or "Smallest limit …: budget.usd 0.6" by the flag that sets it. */
export function nameCapsByFlags(text: string): string {
  return text.replaceAll(
    /(?<=: |With )budget\.(usd|tokens|calls)(?= \d)/g,
    (option, limit: string) => FLAGS[limit] ?? option,
  );
}

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
