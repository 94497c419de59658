import { parseStep } from "./step-id.ts";

/**
 * The round that a step belongs to; -1 for the router, the judge and everything after the last
 * round.
 */
export function roundOf(stepId: string): number {
  const step = parseStep(stepId);
  return step !== null && "round" in step ? (step.round ?? -1) : -1;
}

/** The last round that a step depends on: a crux is about the round before its own. */
export function builtOn(stepId: string): number {
  const round = roundOf(stepId);
  return isCrux(stepId) ? round - 1 : round;
}

/**
 * Whether a step is about the debate as a whole: the judge's steps, in either order, and everything
 * after them.
 */
export function isVerdict(stepId: string): boolean {
  if (isBallot(stepId)) return true;
  const step = parseStep(stepId);
  switch (step?.role) {
    case "judge":
    case "claims":
    case "memo":
      return true;
    case "comparer":
      return step.round === null;
    default:
      return false;
  }
}

/** Whether a step ranks the members' texts. */
export function isBallot(stepId: string): boolean {
  return parseStep(stepId)?.role === "ballot";
}

/** Whether a step asks once more for a reply that could not be read. */
export function isAskedAgain(stepId: string): boolean {
  return parseStep(stepId)?.again === true;
}

/** Whether a step compares answers. If the answers differ, the comparison is a different one. */
export function isComparison(stepId: string): boolean {
  return parseStep(stepId)?.role === "comparer";
}

export function isCrux(stepId: string): boolean {
  return parseStep(stepId)?.role === "crux";
}

/** Whether a step shows the full texts of positions under numbers: a crux, claims or a memo. */
export function isAboutPositions(stepId: string): boolean {
  const role = parseStep(stepId)?.role;
  return role === "crux" || role === "claims" || role === "memo";
}

/** Whether a step shows texts under numbers. If the texts differ, the step is a different one. */
export function showsItems(stepId: string): boolean {
  return isComparison(stepId) || isAboutPositions(stepId);
}
