import type { Spend } from "../protocol/budget.ts";
import type { Message } from "../protocol/question.ts";
import type { Pricing } from "../protocol/usage.ts";

/** What chat formats add around each turn. */
const TOKENS_A_TURN = 8;

export interface Prompt {
  system: string;
  messages: readonly Message[];
  maxOutputTokens: number;
  pricing: Pricing | null;
}

/**
 * The most one attempt can take. Every token of a byte-level tokenizer covers at least one byte, so
 * the bytes of the prompt bound its tokens whatever the model: pessimistic, and never too low.
 */
export function worstCase({ system, messages, maxOutputTokens, pricing }: Prompt): Spend {
  let input = Buffer.byteLength(system) + TOKENS_A_TURN;
  for (const { content } of messages) input += Buffer.byteLength(content) + TOKENS_A_TURN;
  return spendOf(input, maxOutputTokens, pricing);
}

/**
 * What so many tokens cost at most: nobody knows beforehand what the provider's cache will hold, nor
 * how much of a reply will be hidden reasoning.
 */
export function spendOf(input: number, output: number, pricing: Pricing | null): Spend {
  const usd =
    pricing &&
    Math.max(
      ...[0, output].flatMap((reasoning) => [
        pricing({ input, output, reasoning, cachedInput: 0, cacheWrite: 0 }),
        pricing({ input, output, reasoning, cachedInput: input, cacheWrite: 0 }),
        pricing({ input, output, reasoning, cachedInput: 0, cacheWrite: input }),
      ]),
    );
  return { calls: 1, tokens: input + output, usd };
}

export function addSpend(a: Spend, b: Spend): Spend {
  return {
    calls: a.calls + b.calls,
    tokens: a.tokens === null || b.tokens === null ? null : a.tokens + b.tokens,
    usd: a.usd === null || b.usd === null ? null : a.usd + b.usd,
  };
}

export const NO_SPEND: Spend = { calls: 0, tokens: 0, usd: 0 };
