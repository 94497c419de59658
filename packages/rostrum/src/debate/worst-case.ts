import type { Spend } from "../protocol/budget.ts";
import type { Message } from "../protocol/question.ts";
import type { Price } from "../protocol/usage.ts";

/** What chat formats add around each turn. */
const TOKENS_A_TURN = 8;

interface Prompt {
  system: string;
  messages: readonly Message[];
  maxOutputTokens: number;
  price: Price | null;
}

/**
 * The most one attempt can take. Every token of a byte-level tokenizer covers at least one byte, so
 * the bytes of the prompt bound its tokens whatever the model: pessimistic, and never too low.
 */
export function worstCase({ system, messages, maxOutputTokens, price }: Prompt): Spend {
  let input = Buffer.byteLength(system) + TOKENS_A_TURN;
  for (const { content } of messages) input += Buffer.byteLength(content) + TOKENS_A_TURN;
  return spendOf(input, maxOutputTokens, price);
}

export function spendOf(input: number, output: number, price: Price | null): Spend {
  const dearestInput = price && Math.max(price.input, price.cachedInput ?? 0);
  return {
    calls: 1,
    tokens: input + output,
    usd: price === null ? null : (input * (dearestInput ?? 0) + output * price.output) / 1e6,
  };
}

export function addSpend(a: Spend, b: Spend): Spend {
  return {
    calls: a.calls + b.calls,
    tokens: a.tokens === null || b.tokens === null ? null : a.tokens + b.tokens,
    usd: a.usd === null || b.usd === null ? null : a.usd + b.usd,
  };
}

export const NO_SPEND: Spend = { calls: 0, tokens: 0, usd: 0 };
