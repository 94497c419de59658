export {
  Debate,
  debate,
  type DebateConstructor,
  type ForkChanges,
  type KindConfig,
  type ReplayChanges,
} from "./debate.ts";
export { settingOf } from "./config/settings.ts";
export { limitsOf } from "./config/settings.ts";
export { experiment } from "./experiment.ts";
export { classic, frugal, guarded, type Preset } from "./presets.ts";
export { review } from "./run/reviews.ts";
export { newSecret, secretOf, withSecret } from "./run/secret.ts";
export { createBudget } from "./shared-budget.ts";
export type { DebateStream } from "./stream.ts";
export { seededRandom, shuffled } from "../debate/random.ts";
export type { Member, Setting } from "../debate/setting.ts";
export { withModels } from "../debate/callers.ts";
export { promptTokens, worstOf } from "../debate/worst-case.ts";
export { kindFromSchema } from "./config/json-schema-kind.ts";
