import type { PaidCall } from "../protocol/events.ts";
import { parseStep } from "../protocol/step-id.ts";

/**
 * Calls that brought a reply only when they were made again, and that may be billed twice: one sentence for each caller
 * and cause. A call that brought none is reported as a failure.
 */
export function describeRetries(
  calls: readonly PaidCall[],
  /** The names of the members, in panel order. */
  names: readonly string[],
): string[] {
  const repeated = calls.filter(
    ({ replied, timeouts = 0, interrupted = 0 }) => replied && timeouts + interrupted > 0,
  );
  return [...Map.groupBy(repeated, ({ step }) => nameCaller(step, names))].flatMap(
    ([caller, list]) => {
      const count = (cause: "timeouts" | "interrupted"): number =>
        list.reduce((sum, call) => sum + (call[cause] ?? 0), 0);
      const timeouts = describeAttempts(caller, count("timeouts"), "timed out");
      return [
        ...timeouts.map((words) => `${words} If its model needs longer, raise limits.timeoutMs.`),
        ...describeAttempts(caller, count("interrupted"), "broke off"),
      ];
    },
  );
}

function describeAttempts(caller: string, count: number, happened: string): string[] {
  if (count === 0) return [];
  const [calls, were, all] =
    count === 1 ? ["A call", "was", "both"] : [`${count} calls`, "were", "all of them"];
  return [
    `${calls} to ${caller} ${happened} and ${were} made again: the provider may bill ${all}.`,
  ];
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

function nameCaller(step: string, names: readonly string[]): string {
  const name = parseStep(step);
  if (name === null) return "a model";
  return ("seat" in name ? names[name.seat] : undefined) ?? ROLES[name.role];
}
