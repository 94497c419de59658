import type { CallCost, PaidCall } from "./paid-call.ts";
import type { StepCall, StepOutcome } from "./step.ts";
import type { Usage } from "./usage.ts";

/** The usage of a call that was refused or never made: known to be zero. */
export const NO_USAGE: Readonly<Required<Usage>> = {
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

/** Returns `null` (unknown) if either amount is unknown. */
export function addKnown(
  a: number | null | undefined,
  b: number | null | undefined,
): number | null {
  return a === null || a === undefined || b === null || b === undefined ? null : a + b;
}

/** Adds usages field by field. A field that is missing in either one is unknown in the sum. */
function addUsage(a: Usage, b: Usage): Required<Usage> {
  const sum: Required<Usage> = { ...NO_USAGE };
  addUsageTo(sum, a);
  addUsageTo(sum, b);
  return sum;
}

/** Adds in place and field by field, because this runs for every call of every debate. */
export function addUsageTo(sum: Required<Usage>, added: Usage): void {
  sum.inputTokens = addKnown(sum.inputTokens, added.inputTokens);
  sum.cachedInputTokens = addKnown(sum.cachedInputTokens, added.cachedInputTokens);
  sum.cacheWriteTokens = addKnown(sum.cacheWriteTokens, added.cacheWriteTokens);
  sum.outputTokens = addKnown(sum.outputTokens, added.outputTokens);
  sum.reasoningTokens = addKnown(sum.reasoningTokens, added.reasoningTokens);
}

/** Input and output tokens together. A token cap counts this sum. */
export function addTokens({ inputTokens, outputTokens }: Usage): number | null {
  return addKnown(inputTokens, outputTokens);
}

/** Copies only the spend fields of an object that has them. */
export function toCallCost(from: CallCost): CallCost {
  const { attempts, usage, costUsd, known, maxOutputTokens, timeouts, outOfTime, interrupted } =
    from;
  const cost: CallCost = { attempts, usage, costUsd };
  if (known !== undefined) cost.known = known;
  if (maxOutputTokens !== undefined) cost.maxOutputTokens = maxOutputTokens;
  if (timeouts !== undefined) cost.timeouts = timeouts;
  if (outOfTime !== undefined) cost.outOfTime = outOfTime;
  if (interrupted !== undefined) cost.interrupted = interrupted;
  return cost;
}

/** Adds the spend of two calls. A call without attempts adds nothing, even if parts of it are unknown. */
export function addCosts(a: CallCost, b: CallCost): CallCost {
  if (a.attempts === 0 || b.attempts === 0) return toCallCost(a.attempts === 0 ? b : a);
  const { known: _known, ...last } = b;
  const sum = toCallCost({
    ...last,
    attempts: a.attempts + b.attempts,
    usage: addUsage(a.usage, b.usage),
    costUsd: addKnown(a.costUsd, b.costUsd),
  });
  if (sum.costUsd === null) {
    const [knownOfA, knownOfB] = [getKnownCost(a), getKnownCost(b)];
    const attempts = knownOfA.attempts + knownOfB.attempts;
    if (attempts > 0) sum.known = { attempts, usd: knownOfA.usd + knownOfB.usd };
  }
  if (a.timeouts !== undefined) sum.timeouts = a.timeouts + (b.timeouts ?? 0);
  if (a.outOfTime !== undefined) sum.outOfTime = a.outOfTime + (b.outOfTime ?? 0);
  if (a.interrupted !== undefined) sum.interrupted = a.interrupted + (b.interrupted ?? 0);
  return sum;
}

/** The attempts whose cost is known, and what they cost together. */
export function getKnownCost({ attempts, costUsd, known }: CallCost): {
  attempts: number;
  usd: number;
} {
  return costUsd === null ? (known ?? { attempts: 0, usd: 0 }) : { attempts, usd: costUsd };
}

/** Spend of no call at all. */
export const NO_COST: Readonly<CallCost> = { attempts: 0, usage: NO_USAGE, costUsd: 0 };

export function sumCosts(calls: readonly CallCost[]): CallCost {
  return calls.reduce(addCosts, NO_COST);
}

/** A call and its spend, as events report it. */
export function toPaidCall({ step, model }: StepCall, outcome: StepOutcome): PaidCall {
  const { reply } = outcome;
  const paidCall: PaidCall = {
    step,
    model: outcome.model ?? model.id,
    replied: reply !== null,
    ...toCallCost(outcome),
  };
  if (reply !== null && outcome.model !== undefined) paidCall.fallback = true;
  if (reachedOutputLimit(reply?.finishReason)) paidCall.truncated = true;
  if (outcome.copied) paidCall.copied = true;
  return paidCall;
}

/** Finish reasons by which providers and clients report that a reply reached its output limit. */
const LIMIT_REASONS = new Set(["length", "max_tokens", "max_output_tokens"]);

export function reachedOutputLimit(finishReason: unknown): boolean {
  return typeof finishReason === "string" && LIMIT_REASONS.has(finishReason.toLowerCase());
}

/** Finish reasons by which providers and clients report a refusal. */
const REFUSAL_REASONS = new Set(["content-filter", "content_filter", "refusal", "safety"]);

/** Says why a provider refused to answer. `null` if it didn't refuse. */
export function findRefusal(finishReason: string | undefined): string | null {
  if (finishReason === undefined || !REFUSAL_REASONS.has(finishReason.toLowerCase())) return null;
  return `its provider refused to answer or filtered the reply (${finishReason})`;
}
