import type { Spend } from "../../protocol/budget.ts";
import type { PromptMessage } from "../../protocol/question.ts";
import type { StepCall } from "../../protocol/step.ts";
import { addSpend, largerSpend, NO_SPEND, scaleSpend } from "../../protocol/spend.ts";
import type { ToolBox } from "../../protocol/tool.ts";
import type { Pricing } from "../../protocol/usage.ts";
import { isPerson } from "../config/members.ts";
import type { Member } from "../config/resolved-config.ts";
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

/**
 * Estimates the tokens of a call's prompt, on the high side, including its schema and the tools that it offers, which
 * providers charge for.
 */
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

/** Tools of a call that cost more than their tokens. */
type Fees = Pick<ToolBox, "feesUsd"> | null | undefined;

/** Upper bound of one attempt of a member, for the most expensive of its models. */
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

/** Upper bounds of one attempt: with its output limit, and with twice as much room. Asking a person costs nothing. */
export function estimateBounds(
  call: Pick<Member, "model" | "maxOutputTokens" | "pricing" | "fallback">,
  input: number,
  fees?: Fees,
): { maxSpend: Spend; maxSpendDoubled: Spend } {
  if (isPerson(call)) return { maxSpend: NO_SPEND, maxSpendDoubled: NO_SPEND };
  const doubled = { ...call, maxOutputTokens: 2 * call.maxOutputTokens };
  return {
    maxSpend: estimateWorstCall(call, input, fees),
    maxSpendDoubled: estimateWorstCall(doubled, input, fees),
  };
}

/**
 * Upper bound of all attempts of a call. A reply that was cut off is requested again with twice the room, from the
 * same model. A fallback is called only if the model before it gave no reply at all.
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

/** Upper bound of one call to one model. */
export function estimateWorst(
  input: number,
  output: number,
  pricing: Pricing | null,
  fees?: Fees,
): Spend {
  const usd = pricing && computeHighestPrice(input, output, pricing) + (fees?.feesUsd ?? 0);
  return { calls: 1, tokens: input + output, usd };
}

/** Maximum tokens of a checker's comment on an answer. */
export const MAX_CHECK_COMMENT_TOKENS = 1000;

/** Maximum tokens of one tool result, with its fence and the tool call. Longer results are cut. */
export const MAX_FENCED_RESULT_TOKENS = 8000;

/** Maximum of estimated tokens per real token of a quoted reply. */
export const MAX_QUOTE_FACTOR = 1.5;

/** Maximum tokens of all refusals in one turn. */
const MAX_REFUSALS_TOKENS = 2500;

/**
 * Upper bound of the turn in which a model that requested tools must answer without them. Its prompt has the request
 * and the refusals.
 */
export function estimateLastTurn(
  member: Pick<Member, "maxOutputTokens" | "pricing" | "fallback">,
  /** Tokens of the prompt that offers the tools. */
  input: number,
): Spend {
  const request = Math.ceil(MAX_QUOTE_FACTOR * member.maxOutputTokens) + MAX_REFUSALS_TOKENS;
  return estimateWorstCall(member, input + request);
}

/**
 * Highest price of a number of tokens: how much input is cached, or how much of a reply is hidden reasoning, is not
 * known in advance.
 */
function computeHighestPrice(input: number, output: number, pricing: Pricing): number {
  const uncached = { input, output, cachedInput: 0, cacheWrite: 0, reasoning: 0 };
  const plain = pricing(uncached);
  const cached = pricing({ ...uncached, cachedInput: input });
  const cacheWritten = pricing({ ...uncached, cacheWrite: input });
  const allReasoning = pricing({ ...uncached, reasoning: output });
  return Math.max(plain, cached, cacheWritten) + Math.max(0, allReasoning - plain);
}
