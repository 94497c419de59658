import {
  ModelError,
  type BudgetLimits,
  type ModelReply,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { estimateTokens } from "../../packages/core/src/debate/spending/token-estimate.ts";

/** Amounts that providers billed, independent of the debates' own accounting. */
export interface Billed {
  calls: number;
  tokens: number;
  usd: number;
}

export interface Bill extends Billed {
  /** Caps that were broken; a model can't throw it, that would pass for a fault. */
  over: string[];
}

/** How one call goes. All but `refused` are billed; some don't say so. */
export const FATES = [
  "said",
  "silent",
  "refused",
  "lost",
  "reasoned",
  "priced",
  "rejected",
  "cut",
] as const;
export type Fate = (typeof FATES)[number];

/** Dollars for a million tokens. */
export interface Terms {
  input: number;
  output: number;
}

export function emptyBill(): Bill {
  return { calls: 0, tokens: 0, usd: 0, over: [] };
}

/** Adds to a bill, and notes every cap that it breaks. */
export function charge(bill: Bill, limits: BudgetLimits, spent: Billed): void {
  for (const key of ["calls", "tokens", "usd"] as const) {
    bill[key] += spent[key];
    const cap = limits[key] ?? Infinity;
    if (bill[key] > cap + 1e-6) bill.over.push(`${key}: ${bill[key]} of ${cap}`);
  }
}

/** Bills no more input tokens than a prompt is estimated at, and no more output than was allowed. */
export function happen(
  fate: Fate,
  { input, output }: Terms,
  { system, messages, maxOutputTokens = 0 }: ModelRequest,
  billed: (spend: Billed) => void,
): ModelReply {
  const prompt = [system, ...messages.map(({ content }) => content)];
  const inputTokens = prompt.reduce((sum, text) => sum + estimateTokens(text), 0);
  const cachedInputTokens = Math.floor(inputTokens / 3);
  const text = `Answer: ${"x".repeat(maxOutputTokens)}`.slice(0, maxOutputTokens);
  const outputTokens = fate === "said" ? text.length : maxOutputTokens;
  const usd = ((inputTokens - cachedInputTokens / 2) * input + outputTokens * output) / 1e6;
  if (fate === "refused") throw new ModelError("slow down", { status: 429, retryAfterMs: 0 });
  billed({ calls: 0, tokens: inputTokens + outputTokens, usd });
  const usage = { inputTokens, outputTokens, cachedInputTokens };
  switch (fate) {
    case "said":
    case "reasoned":
      return { text, usage };
    case "silent":
      return { text };
    case "cut":
      return { text, usage, finishReason: "length" };
    case "priced":
      return { text, usage, costUsd: usd };
    case "lost":
      throw new ModelError("the connection broke", { retryAfterMs: 0 });
    case "rejected":
      throw new ModelError("refused at the end", { retryAfterMs: 0, costUsd: usd });
  }
}
