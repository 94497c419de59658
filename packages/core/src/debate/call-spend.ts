import type { Spend } from "../protocol/budget.ts";
import type { PromptMessage } from "../protocol/question.ts";
import type { StepCall } from "../protocol/step.ts";
import { addSpend, largerSpend, scaleSpend } from "../protocol/spend.ts";
import type { ToolBox } from "../protocol/tool.ts";
import type { Pricing } from "../protocol/usage.ts";
import type { Member } from "./resolved-config.ts";
import { estimateTokens } from "./token-estimate.ts";

/** Tokens that chat formats add to each turn. */
const TOKENS_A_TURN = 8;

/**
 * The most tokens that providers document for an image, and for a page of a PDF, which some read
 * both as text and as an image.
 */
const TOKENS_A_PICTURE = 5000;

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/** About how many tokens the prompt of a call has, on the high side. Providers count a schema and the tools that are offered, too. */
export function requestTokens(
  { system, messages, responseFormat, tools }: StepCall["request"],
  box: Pick<ToolBox, "tokens"> | null = null,
): number {
  const format = responseFormat ? estimateTokens(JSON.stringify(responseFormat)) : 0;
  return promptTokens(system, messages) + format + (tools && box ? box.tokens : 0);
}

/** Estimates the tokens of a prompt, without schema and tools. */
export function promptTokens(system: string, messages: readonly PromptMessage[]): number {
  return messages.reduce(
    (sum, message) => sum + messageTokens(message),
    estimateTokens(system) + TOKENS_A_TURN,
  );
}

/** Estimates the tokens of one turn. */
export function messageTokens(
  { content, toolCalls, files = [] }: PromptMessage,
  count: CountTokens = estimateTokens,
): number {
  const pictures = files.reduce((sum, { pages = 1 }) => sum + pages, 0);
  const calls = toolCalls ? count(JSON.stringify(toolCalls)) + TOKENS_A_TURN : 0;
  return count(content) + TOKENS_A_TURN + calls + pictures * TOKENS_A_PICTURE;
}

/** The tools that a call offers, as far as they cost something beyond tokens. */
type Fees = Pick<ToolBox, "feesUsd"> | null | undefined;

/** The most that one attempt of a member can use, whichever of its models replies. */
export function estimateWorstCall(
  { maxOutputTokens, pricing, fallback }: Pick<Member, "maxOutputTokens" | "pricing" | "fallback">,
  input: number,
  fees?: Fees,
): Spend {
  const ownSpend = estimateWorst(input, maxOutputTokens, pricing, fees);
  return fallback
    ? largerSpend(ownSpend, estimateWorst(input, maxOutputTokens, fallback.pricing, fees))
    : ownSpend;
}

/**
 * The most that all attempts of a call can use. A reply that was cut off is asked for with twice the room, by the same
 * model. A fallback is asked only if its predecessor gave no reply at all, not even one that was cut off.
 */
export function estimateWorstAttempts(
  { maxOutputTokens, pricing, fallback }: Pick<Member, "maxOutputTokens" | "pricing" | "fallback">,
  input: number,
  retries: number,
  fees?: Fees,
): Spend {
  const attempt = (room: number, by: Pricing | null): Spend => estimateWorst(input, room, by, fees);
  const cutOff = (by: Pricing | null): Spend =>
    addSpend(attempt(maxOutputTokens, by), repeatSpend(attempt(2 * maxOutputTokens, by), retries));
  if (fallback === null) return cutOff(pricing);
  const failed = repeatSpend(attempt(maxOutputTokens, pricing), retries + 1);
  return largerSpend(cutOff(pricing), addSpend(failed, cutOff(fallback.pricing)));
}

function repeatSpend(spend: Spend, times: number): Spend {
  return { ...scaleSpend(spend, times), calls: spend.calls * times };
}

/**
 * The highest price of a number of tokens. It isn't known beforehand how much input comes from the
 * provider's cache, or how much of a reply is hidden reasoning.
 */
export function estimateWorst(
  input: number,
  output: number,
  pricing: Pricing | null,
  fees?: Fees,
): Spend {
  const usd = pricing && dearest(input, output, pricing) + (fees?.feesUsd ?? 0);
  return { calls: 1, tokens: input + output, usd };
}

/** The most tokens of what a checker says about an answer. */
export const SAYS_TOKENS = 1000;

/** The most tokens of one result of a tool, with its fence and the call that asked for it. Longer ones are cut. */
export const RESULT_TOKENS = 8000;

/** How many tokens the estimate may give for each real token of a quoted reply. */
export const QUOTING = 1.5;

/** The most tokens of refusals of all tools that a model may request in one turn. */
const REFUSALS_TOKENS = 2500;

/**
 * Upper bound of the turn in which a model that has requested tools must answer without them: it reads its request and
 * refusals.
 */
export function estimateLastTurn(
  member: Pick<Member, "maxOutputTokens" | "pricing" | "fallback">,
  /** Tokens of the prompt that offers the tools. */
  input: number,
): Spend {
  const request = Math.ceil(QUOTING * member.maxOutputTokens) + REFUSALS_TOKENS;
  return estimateWorstCall(member, input + request);
}

function dearest(input: number, output: number, pricing: Pricing): number {
  const usual = { input, output, cachedInput: 0, cacheWrite: 0, reasoning: 0 };
  const plain = pricing(usual);
  const cached = pricing({ ...usual, cachedInput: input });
  const cacheWritten = pricing({ ...usual, cacheWrite: input });
  const thought = pricing({ ...usual, reasoning: output });
  return Math.max(plain, cached, cacheWritten) + Math.max(0, thought - plain);
}
