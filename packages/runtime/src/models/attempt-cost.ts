import { ConfigError, field, isInstance, ModelError } from "@rostrum/core/support";
import { type CallCost, type ModelReply, NO_USAGE, type Pricing } from "@rostrum/core/protocol";
import { toModelError } from "./model-error.ts";
import { computeErrorCost, computeReplyCost } from "./pricing.ts";

/** Cost of an attempt that got a reply. */
export function measureReply(reply: ModelReply, pricing: Pricing | null): CallCost {
  return { attempts: 1, usage: reply.usage ?? {}, costUsd: computeReplyCost(reply, pricing) };
}

/** Cost of an attempt that threw. A `ConfigError` is thrown before a request is sent. */
export function measureFailure(thrown: unknown): CallCost {
  if (isInstance(thrown, ConfigError)) return { attempts: 1, usage: NO_USAGE, costUsd: 0 };
  const error = toModelError(thrown);
  const cost = computeErrorCost(error);
  if (cost.costUsd === 0) return cost;
  // The provider may bill it although it returned nothing.
  if (endedWithTimeLimit(error)) return { ...cost, outOfTime: 1 };
  return timedOut(error) ? { ...cost, timeouts: 1 } : { ...cost, interrupted: 1 };
}

const TIME_LIMIT_ERROR = "TimeLimitError";

/** Stands for a timeout of an attempt that ended because the run's budget of time was used up. */
export function createTimeLimitError(): ModelError {
  const cause = new DOMException("the time limit is used up", TIME_LIMIT_ERROR);
  return new ModelError("no reply before the time limit (budget.ms) was used up", { cause });
}

export function endedWithTimeLimit({ cause }: ModelError): boolean {
  return hasCause(cause, TIME_LIMIT_ERROR);
}

/** True if no reply came within the time of an attempt. */
export function timedOut({ status, cause }: ModelError): boolean {
  if (status !== undefined) return false;
  return hasCause(cause, "TimeoutError");
}

function hasCause(cause: unknown, name: string): boolean {
  return [cause, field(cause, "cause")].some((each) => field(each, "name") === name);
}
