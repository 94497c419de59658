export { Debate, debate, type ForkChanges, type ReplayChanges } from "./debate.ts";
export { review } from "./run/reviews.ts";
export { createBudget } from "./shared-budget.ts";
export type { DebateStream } from "./stream.ts";
