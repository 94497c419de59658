import { PLAN_OPENING, REVIEW_OPENING } from "./classify-task.ts";

/** Task of a review. */
const REVIEW_TASK =
  `${REVIEW_OPENING}: mistakes, holes in security, contradictions, and what breaks for ` +
  "those who use it. Leave out matters of taste.";

/** Task of a plan review. */
const PLAN_TASK =
  `${PLAN_OPENING} Report what would go wrong if it were followed as it is written: steps ` +
  "that can't work or that break something, what it takes for granted and isn't so, and what is missing that it can't do " +
  "without. A finding is as serious as what would happen to whom. Leave out matters of taste, and details that whoever " +
  "carries it out will settle on the way.";

const MESSAGE_OPENING =
  "The change describes itself as follows, which is a claim to be checked too:";

/** Adds remarks about the material, and the commit messages of a change, to the task. */
export function writeReviewTask(remarks = "", message = ""): string {
  const task = appendRemarks(REVIEW_TASK, remarks);
  // Commit messages may come from anybody, so they are quoted as claims.
  const quoted = message.trim().replace(/^/gm, "> ");
  return message.trim() === "" ? task : `${task}\n\n${MESSAGE_OPENING}\n\n${quoted}`;
}

/** Adds the author's remarks to the task of a plan review. */
export function writePlanTask(remarks = ""): string {
  return appendRemarks(PLAN_TASK, remarks);
}

/** Remarks that were added to the task of a review or a plan review. Null without any. */
export function readRemarks(question: string): string | null {
  const task = [REVIEW_TASK, PLAN_TASK].find((text) => question.startsWith(`${text}\n\n`));
  if (task === undefined) return null;
  const [remarks = ""] = question.slice(task.length + 2).split(MESSAGE_OPENING);
  return remarks.trim() === "" ? null : remarks.trim();
}

function appendRemarks(task: string, remarks: string): string {
  return remarks.trim() === "" ? task : `${task}\n\n${remarks.trim()}`;
}
