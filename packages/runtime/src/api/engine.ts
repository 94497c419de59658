/* Code that only runs need. It is loaded with the first run, to keep imports fast. */
export { completeQuestion, readCarry } from "./follow-up.ts";
export { planDebate } from "./plan-debate.ts";
export { forkRun, replayRun } from "./replay-and-fork.ts";
export { proceedRun, reviewRun, sayInRun, speakInRun } from "./run/act-on-run.ts";
export { createAskedTask, createTask } from "./run/create-task.ts";
export { execute } from "./run/execute.ts";
export { createRun } from "./run/run.ts";
export { recordOutcome } from "./run/record-outcome.ts";
export { reviewCompleted } from "./run/review-completed.ts";
