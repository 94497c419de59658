import { formatCount, formatDuration, formatMoney, formatNumber } from "@rostrum/core/export";
import type { Shortage } from "@rostrum/core/protocol";

const FLAGS: Record<string, string> = {
  usd: "--max-cost",
  tokens: "--max-tokens",
  calls: "--max-calls",
};

/**
 * Replaces options in a sentence about a cap by what somebody typed or can type: "budget.usd 0.5 has no room" becomes
 * "$0.50 has no room", and "… : budget.usd 0.6" becomes "… : --max-cost 0.6".
 */
export function nameCapsByFlags(text: string): string {
  return text.replaceAll(
    /(: )?\bbudget\.(usd|tokens|calls) (\d+(?:\.\d+)?)(?=(\.?$|\. )?)/g,
    (_, colon: string | undefined, limit: keyof typeof FLAGS, figure: string, end?: string) =>
      colon !== undefined && end !== undefined
        ? `: ${FLAGS[limit]} ${figure}`
        : `${colon ?? ""}${formatCap({ limit: limit as Shortage["limit"], cap: Number(figure) })}`,
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
