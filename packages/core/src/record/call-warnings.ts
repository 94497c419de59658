import type { PaidCall } from "../protocol/paid-call.ts";
import { parseStep } from "../protocol/step-id.ts";

/**
 * Warns about calls that replied, but not at once: after a retry that may be billed twice, by a fallback model, or
 * at an output limit. Calls without a reply are reported as failures.
 */
export function describeCalls(
  calls: readonly PaidCall[],
  /** Names of the members, in panel order. */
  names: readonly string[],
): string[] {
  const byName = Map.groupBy(
    calls.filter(({ replied }) => replied),
    ({ step }) => nameCalledModel(step, names),
  );
  const callers = [...byName];
  return [
    ...callers.flatMap(([name, list]) => describeRetries(name, list)),
    ...callers.flatMap(([name, list]) => describeFallback(name, list)),
    ...describeLimits(callers),
  ];
}

function describeRetries(name: string, calls: readonly PaidCall[]): string[] {
  // A fallback model replied to the others.
  const repeated = calls.filter(({ fallback }) => !fallback);
  return (["timeouts", "outOfTime", "interrupted"] as const).flatMap((cause) => {
    const count = (list: readonly PaidCall[]): number =>
      list.reduce((sum, call) => sum + (call[cause] ?? 0), 0);
    const again = count(repeated);
    return [
      ...describeAttempts(name, cause, again, true),
      ...describeAttempts(name, cause, count(calls) - again, false),
    ];
  });
}

/** Names the last fallback model if several replied. */
function describeFallback(name: string, calls: readonly PaidCall[]): string[] {
  const call = calls.findLast(({ fallback }) => fallback);
  if (call === undefined) return [];
  const failed = name.startsWith("the model") ? "that one" : "its own model";
  return [`${call.model} replied for ${name}, because ${failed} failed.`];
}

/** Says which replies reached an output limit, callers with the same limit together. */
function describeLimits(callers: readonly (readonly [string, readonly PaidCall[]])[]): string[] {
  const names = Map.groupBy(
    callers.map(([name, calls]) => [describeLimit(calls), name] as const),
    ([phrase]) => phrase,
  );
  return [...names].flatMap(([phrase, list]) =>
    phrase === null
      ? []
      : [`A reply of ${list.map(([, name]) => name).join(" and of ")} ${phrase}`],
  );
}

/** Largest limit that a caller's replies reached; `null` if they reached none. */
function describeLimit(calls: readonly PaidCall[]): string | null {
  const limit = Math.max(...calls.map(({ maxOutputTokens = 0 }) => maxOutputTokens));
  if (limit === 0) return null;
  return calls.some(({ truncated }) => truncated)
    ? `was cut off at its output limit of ${limit} tokens. Raise maxOutputTokens.`
    : `was cut off, and was complete when it was asked again with ${limit} tokens. ` +
        `Set maxOutputTokens to ${limit} or more to save the first call.`;
}

const FAILURES = {
  timeouts: "timed out",
  outOfTime: "ran into the time limit",
  interrupted: "broke off",
};

/** `isRepeated`: the same model replied later. Otherwise a fallback model did. */
function describeAttempts(
  name: string,
  cause: keyof typeof FAILURES,
  count: number,
  isRepeated: boolean,
): string[] {
  if (count === 0) return [];
  const isOne = count === 1;
  const calls = isOne ? "A call" : `${count} calls`;
  const again = isRepeated ? ` and ${isOne ? "was" : "were"} made again` : "";
  const advice = cause === "timeouts" ? " If its model needs longer, raise limits.timeoutMs." : "";
  return [
    `${calls} to ${name} ${FAILURES[cause]}${again}: the provider may bill that too.${advice}`,
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

function nameCalledModel(step: string, names: readonly string[]): string {
  const name = parseStep(step);
  if (name === null) return "a model";
  return ("panelIndex" in name ? names[name.panelIndex] : undefined) ?? ROLES[name.role];
}
