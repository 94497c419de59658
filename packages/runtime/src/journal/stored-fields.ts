import {
  type CallCost,
  type ModelReply,
  type PromptMessage,
  type SentMessage,
  type StepOutcome,
  toCallCost,
  type Usage,
} from "@rostrum/core/protocol";
import { omitUndefined } from "@rostrum/core/support";
import { removeKeys } from "./remove-keys.ts";

/** Every field that may be written; the compiler asks for an entry when one is added. */
const OUTCOME = {
  reply: true,
  error: true,
  errorCode: true,
  permanent: true,
  cancelled: true,
  model: true,
  copied: true,
  maxOutputTokens: true,
  timeouts: true,
  outOfTime: true,
  interrupted: true,
  attempts: true,
  usage: true,
  costUsd: true,
  known: true,
} satisfies Record<keyof StepOutcome, true>;

const REPLY = {
  text: true,
  usage: true,
  finishReason: true,
  toolCalls: true,
  costUsd: true,
  feesUsd: true,
} satisfies Record<keyof ModelReply, true>;

const USAGE = {
  inputTokens: true,
  cachedInputTokens: true,
  cacheWriteTokens: true,
  outputTokens: true,
  reasoningTokens: true,
} satisfies Record<keyof Usage, true>;

/**
 * A copy with the known fields only. A client's reply may contain its headers, its request and the key in
 * it, and none of that belongs in a journal.
 */
export function pickOutcome(outcome: StepOutcome): StepOutcome {
  const storedOutcome = pick(outcome, OUTCOME);
  storedOutcome.usage = pick(outcome.usage, USAGE);
  if (outcome.reply) {
    storedOutcome.reply = pick(outcome.reply, REPLY);
    if (outcome.reply.usage) storedOutcome.reply.usage = pick(outcome.reply.usage, USAGE);
  }
  if (outcome.error !== undefined) storedOutcome.error = removeKeys(outcome.error);
  return storedOutcome;
}

/** Cost of earlier attempts; empty if there were none. */
export function pickEarlier(cost: CallCost | undefined): { earlier?: CallCost } {
  if (cost === undefined || cost.attempts === 0) return {};
  const { maxOutputTokens: _limit, ...earlier } = toCallCost(cost);
  return { earlier: { ...earlier, usage: pick(cost.usage, USAGE) } };
}

/** A message without the bytes of its files, which are stored once with the inputs of the run. */
export function withoutFileData(message: PromptMessage | SentMessage): SentMessage {
  if (!message.files) return message;
  const files = message.files.map(({ document, mediaType, bytes, sha256, pages }) =>
    omitUndefined({ document, mediaType, bytes, sha256, pages }),
  );
  return { ...message, files };
}

function pick<T extends object>(from: T, fields: Record<keyof T, true>): T {
  const picked = {} as T;
  for (const field of Object.keys(fields) as (keyof T)[]) {
    if (from[field] !== undefined) picked[field] = from[field];
  }
  return picked;
}
