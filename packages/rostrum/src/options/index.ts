export { checked, filled, group, knownKeys, ruleOf } from "./checks.ts";
export type { Filled, WithoutDefault } from "./checks.ts";
export { checkedCalibration } from "./calibration.ts";
export { defaultOf, expected, fail, ruleName, ruleNames } from "./describe.ts";
export { isPlainObject, reachOf } from "./field.ts";
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
export { ANSWER, DECIDE, parseRule, POLL, REPORT, ROUTE, SEE, STOP } from "./rules.ts";
