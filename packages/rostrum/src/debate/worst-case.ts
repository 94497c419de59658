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
  return worstOf(input, maxOutputTokens, pricing);
}

/**
 * What so many tokens cost at most: nobody knows beforehand what the provider's cache will hold, nor
 * how much of a reply will be hidden reasoning.
 */
export function worstOf(input: number, output: number, pricing: Pricing | null): Spend {
  return { calls: 1, tokens: input + output, usd: pricing && dearest(input, output, pricing) };
}

function dearest(input: number, output: number, pricing: Pricing): number {
  const usual = { input, output, cachedInput: 0, cacheWrite: 0, reasoning: 0 };
  const plain = pricing(usual);
  const cached = pricing({ ...usual, cachedInput: input });
  const written = pricing({ ...usual, cacheWrite: input });
  const thought = pricing({ ...usual, reasoning: output });
  return Math.max(plain, cached, written) + Math.max(0, thought - plain);
}
