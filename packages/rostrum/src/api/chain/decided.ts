import type { PartialResult } from "../../protocol/result.ts";

/**
 * Whether an answer was decided rather than the best that there was: a lead, a target or the agreement
 * that a stop rule asks for was reached, or a checker, a router, a judge or a person decided.
 */
export function isDecided(result: PartialResult): boolean {
  const { answer, stopReason, converged, escalateToHuman, decision, integrity, review } = result;
  if (answer === null) return false;
  if (review !== undefined) return review.verdict !== "reject";
  if (["decided", "verified", "routed"].includes(stopReason)) return true;
  if (escalateToHuman) return false;
  return converged || (decision.method === "judged" && integrity.fallback === null);
}
