import { ModelError } from "../errors.ts";
import type { ModelReply } from "../protocol/model.ts";
import type { Usage } from "../protocol/usage.ts";

/**
 * What a model gave back, checked once for all that follows: functions may be plain JavaScript, and
 * providers report odd figures. A figure that can't be true is unknown; a NaN in a sum would switch
 * every cap off.
 */
export function checkedReply(came: unknown): ModelReply {
  const reply = came as Partial<ModelReply> | null | undefined;
  if (typeof reply !== "object" || typeof reply?.text !== "string") {
    throw new ModelError(`expected a string or { text } from the model, got ${kindOf(came)}`, {
      retryable: false,
    });
  }
  const { usage, costUsd } = reply;
  const whole = isPossible(costUsd) && (usage === undefined || figuresOf(usage).every(isPossible));
  if (whole) return reply as ModelReply;
  const { costUsd: _cost, usage: _usage, ...rest } = reply as ModelReply;
  return {
    ...rest,
    ...(costUsd !== undefined && isPossible(costUsd) ? { costUsd } : {}),
    ...(usage ? { usage: possible(usage) } : {}),
  };
}

function figuresOf(usage: Usage | null): unknown[] {
  return usage === null ? [Number.NaN] : Object.values(usage);
}

function possible(usage: Usage): Usage {
  const known = Object.entries(usage).map(([key, value]) => [
    key,
    isPossible(value) ? value : null,
  ]);
  return Object.fromEntries(known) as Usage;
}

function isPossible(figure: unknown): boolean {
  if (figure === undefined || figure === null) return true;
  return typeof figure === "number" && Number.isFinite(figure) && figure >= 0;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object"
    ? `an object with ${Object.keys(value).join(", ")}`
    : typeof value;
}
