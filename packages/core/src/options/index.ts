export { checkField, fillDefaults, checkGroup, checkKeys, readRule } from "./checks.ts";
export type { Filled, WithoutDefault } from "./checks.ts";
export { checkCalibration } from "./calibration.ts";
export {
  formatDefault,
  describeExpected,
  fail,
  formatRuleName,
  listRuleNames,
} from "./describe.ts";
export { getReach } from "./field.ts";
export type {
  OptionField,
  OptionFields,
  Flag,
  FlagGroup,
  OptionReach,
  RuleDefinition,
  RuleDefinitions,
  OptionValues,
  TrustNeed,
} from "./field.ts";
export {
  DEBATER_REF,
  describeField,
  mayBeSetBy,
  objectSchema,
  type Audience,
  type JsonSchemaDocument,
} from "./json-schema.ts";
export { CONFIG } from "./config.ts";
export { DEBATER, PRICE } from "./debater.ts";
export { BUDGET, LIMITS, STAKES } from "./limits.ts";
export { MCP_SERVER, TOOLS } from "./tools.ts";
export { VERIFY } from "./verify.ts";
export { FOLLOW, NOTE, REVIEW, RUN } from "./run.ts";
export { parseRule } from "./parse-rule.ts";
export { findNearestWord, suggestWord } from "./suggest-word.ts";
export { ANSWER, DECIDE, POLL, REPORT, ROUTE, SEE, STOP } from "./rules.ts";
export { isPlainObject } from "../thrown.ts";
