/* Separate from the tasks, whose texts a page doesn't need. */

/** First words of the task of a review. */
export const REVIEW_OPENING = "Review the material. Report what is wrong in it";
/** First sentence of the task of a plan review. */
export const PLAN_OPENING = "Review this plan before anybody carries it out.";

/** Tells the question of a review or a plan review from others. `null`: another question. */
export function classifyTask(question: string): "review" | "plan" | null {
  if (question.startsWith(REVIEW_OPENING)) return "review";
  return question.startsWith(PLAN_OPENING) ? "plan" : null;
}
