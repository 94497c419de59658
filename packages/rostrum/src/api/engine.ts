/* What a run needs but a config check doesn't. It is loaded with the first run. */
export { createFollowUp } from "./follow-up.ts";
export { forkRun, replayRun } from "./replay-and-fork.ts";
export { execute } from "./run/execute.ts";
export { recordOutcome } from "./run/record-outcome.ts";
export { reviewCompleted } from "./run/review-completed.ts";
