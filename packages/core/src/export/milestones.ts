import type { Milestone, MissingRows } from "../protocol/learned-panel.ts";
import { formatCount, formatPercent } from "./phrases.ts";

/** "at most 5 % decided and wrong, on average" */
function describePromise({ alpha, promise }: MissingRows): string {
  const how = promise === "average" ? "on average" : "with 90% confidence";
  return `at most ${formatPercent(alpha)} decided and wrong, ${how}`;
}

/** What a calibration can promise, or what it lacks for it. */
export function describeMilestone(milestone: Milestone): string {
  const what = describePromise(milestone);
  switch (milestone.status) {
    case "given":
      return `${what}: can be certified`;
    case "more_rows":
      return `${what}: ${formatCount(milestone.missing, "more row")} or more`;
    case "errors":
      return `${what}: rows suffice, but too many answers are wrong`;
  }
}

/** How many more known answers a promise needs, before anything is learned from them. */
export function describeMissing(missing: MissingRows): string {
  const more = missing.missing;
  const lack =
    more === 0
      ? "enough known answers to try"
      : `${formatCount(more, "more known answer")} or more`;
  return `${describePromise(missing)}: ${lack}`;
}
