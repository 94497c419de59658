export { checked, group, knownKeys, ruleOf } from "./checks.ts";
export { checkedCalibration } from "./calibration.ts";
export { fail, isPlainObject } from "./describe.ts";
export { defaultOf, expected, ruleName, ruleNames } from "./describe.ts";
export { filled, type Filled, type WithoutDefault } from "./checks.ts";
export { reachOf } from "./field.ts";
export type { Field, Fields, Flag, FlagGroup, Reach, Rule, RuleSet, Values } from "./field.ts";
export {
  DEBATER_REF,
  described,
  mayBeSetBy,
  objectSchema,
  type Audience,
  type JsonSchema,
} from "./json-schema.ts";
export { CONFIG } from "./config.ts";
export { DEBATER, PRICE } from "./debater.ts";
export { BUDGET, LIMITS, STAKES } from "./limits.ts";
export { FOLLOW, NOTE, REVIEW, RUN } from "./run.ts";
export { parseRule } from "./rules.ts";
export { ANSWER, DECIDE, POLL, REPORT, ROUTE, SEE, STOP } from "./rules.ts";
