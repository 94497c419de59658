export { Debate, debate, type ForkChanges, type ReplayChanges } from "./debate.ts";
export { experiment } from "./experiment.ts";
export { classic, frugal, guarded } from "./presets.ts";
export { review } from "./run/reviews.ts";
export { createBudget } from "./shared-budget.ts";
export type { DebateStream } from "./stream.ts";
export { seededRandom, shuffled } from "../debate/random.ts";
export type { Member, Setting } from "../debate/setting.ts";
export { spendOf, worstCase } from "../debate/worst-case.ts";
