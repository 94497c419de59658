import type { Milestone, MissingRows } from "../protocol/learned-panel.ts";
import { formatCount, formatPercent } from "./phrases.ts";

/** "at most 5 % decided and wrong, on average" */
function describePromise({ alpha, promise }: MissingRows): string {
  const validity = promise === "average" ? "on average" : "with 90% confidence";
  return `at most ${formatPercent(alpha)} decided and wrong, ${validity}`;
}

/** A guarantee that a calibration allows, or what it lacks. */
export function describeMilestone(milestone: Milestone): string {
  const promise = describePromise(milestone);
  switch (milestone.status) {
    case "given":
      return `${promise}: can be certified`;
    case "more_rows":
      return `${promise}: ${formatCount(milestone.missing, "more row")} or more`;
    case "errors":
      return `${promise}: rows suffice, but too many answers are wrong`;
  }
}

/** Number of known answers that are missing for a guarantee. */
export function describeMissing(missing: MissingRows): string {
  const missingCount = missing.missing;
  const status =
    missingCount === 0
      ? "enough known answers to try"
      : `${formatCount(missingCount, "more known answer")} or more`;
  return `${describePromise(missing)}: ${status}`;
}
