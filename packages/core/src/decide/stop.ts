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

const AGREED: StopDecision = { reason: "agreed", converged: true };

function isReached(agreement: number, share: number): boolean {
  return agreement >= share - EPSILON;
}

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
      return isReached(state.agreement, 1) ? AGREED : null;
    case "agreement":
      return isReached(state.agreement, rule.share) ? AGREED : null;
    case "stable":
      return isStable(state, rule.rounds) ? { reason: "stable", converged: false } : null;
    case "never":
      return null;
  }
}

/** What is known of a round before its last replies are in. */
export interface ForeseenRound {
  /** The least and the most that its agreement can come to. */
  agreement: { least: number; most: number };
  /** How many rounds have taken place, this one included. */
  rounds: number;
  /** How many rounds ago a member changed its answer, as far as is known; 0: in this one. `null`: never. */
  lastChange: number | null;
}

/** What the rules will say whatever the last replies are; "open" where that depends on them. */
export function foreseeStop(
  rules: readonly (Filled<StopObject> | StopFunction)[],
  round: ForeseenRound,
): StopDecision | null | "open" {
  for (const rule of rules) {
    const verdict = foresee(rule, round);
    if (verdict !== null) return verdict;
  }
  return null;
}

function foresee(
  rule: Filled<StopObject> | StopFunction,
  { agreement, rounds, lastChange }: ForeseenRound,
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
      // The last replies may bring a change, so that it is stable is never certain.
      return rounds <= rule.rounds || (lastChange !== null && lastChange < rule.rounds)
        ? null
        : "open";
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
