/** What a panel is asked to do with the material of a review. */
const REVIEW_TASK =
  "Review the material. Report what is wrong in it and matters: mistakes, holes in security, contradictions, " +
  "statements that are false or that nothing supports, and risks. Leave out matters of taste.";

/** The task, with what the author says about the material. */
export function writeReviewTask(about = ""): string {
  return about.trim() === "" ? REVIEW_TASK : `${REVIEW_TASK}\n\n${about.trim()}`;
}
