import type { StopFunction, StopObject, StopState } from "../protocol/rules.ts";

export interface StopVerdict {
  reason: string;
  /** The rule was about agreement, so the debate converged. */
  converged: boolean;
}

/** A share computed as k/n must not miss its threshold by a rounding error. */
const EPSILON = 1e-9;

/** The first rule that says so stops the debate. */
export function shouldStop(
  rules: readonly (StopObject | StopFunction)[],
  state: StopState,
): StopVerdict | null {
  for (const rule of rules) {
    const verdict = apply(rule, state);
    if (verdict !== null) return verdict;
  }
  return null;
}

function apply(rule: StopObject | StopFunction, state: StopState): StopVerdict | null {
  if (typeof rule === "function") {
    const said = rule(state);
    if (said === false) return null;
    return { reason: said === true ? rule.name || "stopped" : said, converged: false };
  }
  switch (rule.type) {
    case "unanimous":
      return state.agreement >= 1 - EPSILON ? { reason: "agreed", converged: true } : null;
    case "agreement":
      return state.agreement >= (rule.share ?? 0.8) - EPSILON
        ? { reason: "agreed", converged: true }
        : null;
    case "stable":
      return isStable(state, rule.rounds ?? 1) ? { reason: "stable", converged: false } : null;
    case "never":
      return null;
  }
}

function isStable({ rounds }: StopState, span: number): boolean {
  if (rounds.length <= span) return false;
  return rounds.slice(-span).every((round) => round.positions.every(({ changed }) => !changed));
}
