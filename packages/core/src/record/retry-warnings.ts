import type { PaidCall } from "../protocol/paid-call.ts";
import { parseStep } from "../protocol/step-id.ts";

/**
 * Warns about calls that replied only after a retry and may be billed twice: one sentence per caller and
 * cause. Calls without a reply are reported as failures.
 */
export function describeRetries(
  calls: readonly PaidCall[],
  /** Names of the members, in panel order. */
  names: readonly string[],
): string[] {
  const retriedCalls = calls.filter(
    ({ replied, timeouts = 0, interrupted = 0 }) => replied && timeouts + interrupted > 0,
  );
  return [...Map.groupBy(retriedCalls, ({ step }) => nameCalledModel(step, names))].flatMap(
    ([name, list]) => {
      const count = (cause: "timeouts" | "interrupted"): number =>
        list.reduce((sum, call) => sum + (call[cause] ?? 0), 0);
      const timeouts = describeAttempts(name, count("timeouts"), "timed out");
      return [
        ...timeouts.map((words) => `${words} If its model needs longer, raise limits.timeoutMs.`),
        ...describeAttempts(name, count("interrupted"), "broke off"),
      ];
    },
  );
}

function describeAttempts(name: string, count: number, failure: string): string[] {
  if (count === 0) return [];
  const [calls, were, all] =
    count === 1 ? ["A call", "was", "both"] : [`${count} calls`, "were", "all of them"];
  return [`${calls} to ${name} ${failure} and ${were} made again: the provider may bill ${all}.`];
}

const ROLES = {
  debater: "a member",
  ballot: "a member",
  judge: "the judge",
  router: "the router",
  comparer: "the model that compares answers",
  crux: "the model that looks for the crux",
  claims: "the model that writes the report",
  memo: "the model that writes the report",
  audit: "the model that audits the answer",
} as const;

function nameCalledModel(step: string, names: readonly string[]): string {
  const name = parseStep(step);
  if (name === null) return "a model";
  return ("seat" in name ? names[name.seat] : undefined) ?? ROLES[name.role];
}
