import { errorText, field, ModelError, readMessage, typeName } from "@rostrum/core/support";
import type { ModelReply, ToolUse, Usage } from "@rostrum/core/protocol";
import { isCallCost, isWithin, MAX_TOKENS } from "./plausible-amounts.ts";
import { plainJson } from "./plain-json.ts";

/**
 * Maximum characters of a reply. Longer texts are cut and count as truncated, because every prompt, event and page
 * would contain them.
 */
export const MAX_TEXT_LENGTH = 1_000_000;

/** Finish reason of a text that is incomplete and that a larger limit would not complete. */
const CUT_OFF = "interrupted";

const MAX_TOOL_CALLS = 1000;
const MAX_ID_LENGTH = 200;

/**
 * Copies a model's reply as plain JSON that later code can rely on: functions may be plain JavaScript, and providers
 * may report wrong figures. Each field is read once. An impossible figure counts as unknown, because a NaN in a sum
 * would disable every cap.
 */
export function checkReply(rawReply: unknown): ModelReply {
  const text = typeof rawReply === "string" ? rawReply : field(rawReply, "text");
  if (typeof text !== "string") {
    throw new ModelError(
      `expected a string or { text } from the model, got ${typeName(rawReply)}`,
      {
        retryable: false,
      },
    );
  }
  const reply: ModelReply = { text };
  const usage = readUsage(field(rawReply, "usage"), text);
  if (usage !== undefined) reply.usage = usage;
  const finishReason = field(rawReply, "finishReason");
  if (typeof finishReason === "string") reply.finishReason = errorText(finishReason);
  const toolCalls = field(rawReply, "toolCalls");
  if (toolCalls !== undefined && toolCalls !== null) reply.toolCalls = readToolUses(toolCalls);
  const costUsd = field(rawReply, "costUsd");
  if (isCallCost(costUsd)) reply.costUsd = costUsd;
  const feesUsd = field(rawReply, "feesUsd");
  if (isCallCost(feesUsd)) reply.feesUsd = feesUsd;
  if (text.length > MAX_TEXT_LENGTH) {
    reply.text = text.slice(0, MAX_TEXT_LENGTH);
    reply.finishReason = CUT_OFF;
  }
  return reply;
}

/** Each figure, and the figure that it is a part of. */
const FIGURES = {
  inputTokens: null,
  cachedInputTokens: "inputTokens",
  cacheWriteTokens: "inputTokens",
  outputTokens: null,
  reasoningTokens: "outputTokens",
} as const satisfies Record<keyof Usage, keyof Usage | null>;

function readUsage(rawUsage: unknown, text: string): Usage | undefined {
  if (typeof rawUsage !== "object" || rawUsage === null) return undefined;
  const usage: Usage = {};
  for (const name of Object.keys(FIGURES) as (keyof Usage)[]) {
    const figure = field(rawUsage, name);
    if (figure === undefined) continue;
    const wholeField = FIGURES[name];
    // A reply with text can't have used zero tokens, and a part can't be larger than its whole.
    const possible =
      isWithin(figure, MAX_TOKENS) &&
      Number.isInteger(figure) &&
      (wholeField === null ? figure > 0 || text === "" : figure <= (usage[wholeField] ?? Infinity));
    usage[name] = possible ? figure : null;
  }
  return usage;
}

function readToolUses(rawToolCalls: unknown): ToolUse[] {
  const uses: ToolUse[] = [];
  const length = field(rawToolCalls, "length");
  const count = Array.isArray(rawToolCalls) && typeof length === "number" ? length : 0;
  for (let at = 0; at < Math.min(count, MAX_TOOL_CALLS); at++) {
    const use = field(rawToolCalls, String(at));
    const name = field(use, "name");
    const output = field(use, "output");
    const error = field(use, "error");
    const id = field(use, "id");
    uses.push({
      name: typeof name === "string" ? errorText(name) : "",
      input: plainJson(field(use, "input")),
      ...(output === undefined ? {} : { output: plainJson(output) }),
      ...(error === undefined ? {} : { error: readMessage(error) }),
      ...(typeof id === "string" && id.length <= MAX_ID_LENGTH ? { id } : {}),
    });
  }
  return uses;
}
