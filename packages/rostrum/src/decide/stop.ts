import type { StopObject } from "../protocol/rule-settings.ts";
import type { Filled } from "../options/index.ts";
import { ConfigError } from "../errors.ts";
import type { StopReason } from "../protocol/result.ts";
import type { StopFunction, StopState } from "../protocol/rules.ts";

/** What a stop rule decided. */
export interface StopDecision {
  reason: StopReason;
  /** The rule was about agreement, so the debate converged. */
  converged: boolean;
}

/** A share computed as k/n must not miss its threshold by a rounding error. */
const EPSILON = 1e-9;

/** The first rule that applies stops the debate. */
export function shouldStop(
  rules: readonly (Filled<StopObject> | StopFunction)[],
  state: StopState,
): StopDecision | null {
  for (const rule of rules) {
    const verdict = apply(rule, state);
    if (verdict !== null) return verdict;
  }
  return null;
}

function apply(rule: Filled<StopObject> | StopFunction, state: StopState): StopDecision | null {
  if (typeof rule === "function") {
    const reason = reasonFrom(rule(state), rule.name || "stopped");
    return reason === null ? null : { reason, converged: false };
  }
  switch (rule.type) {
    case "unanimous":
      return state.agreement >= 1 - EPSILON ? { reason: "agreed", converged: true } : null;
    case "agreement":
      return state.agreement >= rule.share - EPSILON ? { reason: "agreed", converged: true } : null;
    case "stable":
      return isStable(state, rule.rounds) ? { reason: "stable", converged: false } : null;
    case "never":
      return null;
  }
}

/** Plain JavaScript may return nothing to say no, or a promise, which would always count as yes. */
function reasonFrom(said: unknown, name: string): string | null {
  if (said === false || said === undefined || said === null || said === "") return null;
  if (said === true) return name;
  if (typeof said === "string") return said;
  throw new ConfigError("stop", `expected true, false or a reason, got ${typeof said}`);
}

function isStable({ rounds }: StopState, span: number): boolean {
  if (rounds.length <= span) return false;
  return rounds.slice(-span).every((round) => round.positions.every(({ changed }) => !changed));
}
