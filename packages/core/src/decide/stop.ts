import { ROUNDING_ERROR } from "../rounding-error.ts";
import type { StopObject } from "../protocol/rule-settings.ts";
import type { Filled } from "../options/checks.ts";
import { ConfigError } from "../errors.ts";
import type { StopReason } from "../protocol/result.ts";
import type { StopFunction, StopState } from "../protocol/rules.ts";

export interface StopDecision {
  reason: StopReason;
  /** The rule is about agreement, so the debate converged. */
  converged: boolean;
}

const AGREED: StopDecision = { reason: "agreed", converged: true };

function isReached(agreement: number, share: number): boolean {
  return agreement >= share - ROUNDING_ERROR;
}

/** Returns the decision of the first rule that applies. */
export function shouldStop(
  rules: readonly (Filled<StopObject> | StopFunction)[],
  state: StopState,
): StopDecision | null {
  for (const rule of rules) {
    const decision = applyRule(rule, state);
    if (decision !== null) return decision;
  }
  return null;
}

function applyRule(rule: Filled<StopObject> | StopFunction, state: StopState): StopDecision | null {
  if (typeof rule === "function") {
    const reason = readReason(rule(state), rule.name || "stopped");
    return reason === null ? null : { reason, converged: false };
  }
  switch (rule.type) {
    case "unanimous":
      return isReached(state.agreement, 1) ? AGREED : null;
    case "agreement":
      return isReached(state.agreement, rule.share) ? AGREED : null;
    case "stable":
      return isStable(state, rule.rounds) ? { reason: "stable", converged: false } : null;
    case "never":
      return null;
  }
}

/** State of a round before its last replies are in. */
export interface RoundBounds {
  /** Bounds of the agreement. */
  agreement: { least: number; most: number };
  /** Number of rounds so far, including this one. */
  roundCount: number;
  /** Rounds since a member last changed its answer, as far as known. 0: in this round. `null`: never. */
  lastChange: number | null;
}

/** Decision of the rules if it is independent of the last replies. "open" if it depends on them. */
export function findCertainStop(
  rules: readonly (Filled<StopObject> | StopFunction)[],
  round: RoundBounds,
): StopDecision | null | "open" {
  for (const rule of rules) {
    const decision = applyRuleToBounds(rule, round);
    if (decision !== null) return decision;
  }
  return null;
}

function applyRuleToBounds(
  rule: Filled<StopObject> | StopFunction,
  { agreement, roundCount, lastChange }: RoundBounds,
): StopDecision | null | "open" {
  if (typeof rule === "function") return "open";
  switch (rule.type) {
    case "unanimous":
    case "agreement": {
      const share = rule.type === "unanimous" ? 1 : rule.share;
      if (isReached(agreement.least, share)) return AGREED;
      return isReached(agreement.most, share) ? "open" : null;
    }
    case "stable":
      // Stability is never certain, because the last replies may bring a change.
      return roundCount <= rule.rounds || (lastChange !== null && lastChange < rule.rounds)
        ? null
        : "open";
    case "never":
      return null;
  }
}

/** Untyped code may return undefined for no, or a promise, which must not count as yes. */
function readReason(returned: unknown, name: string): string | null {
  if (returned === false || returned === undefined || returned === null || returned === "")
    return null;
  if (returned === true) return name;
  if (typeof returned === "string") return returned;
  throw new ConfigError("stop", `expected true, false or a reason, got ${typeof returned}`);
}

function isStable({ rounds }: StopState, span: number): boolean {
  if (rounds.length <= span) return false;
  return rounds.slice(-span).every((round) => round.positions.every(({ changed }) => !changed));
}
