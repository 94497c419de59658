/* The definitions of all options and rules, and what is made from them. Pure. */

// Definitions
export { ANSWER } from "../options/rules.ts";
export { BUDGET, LIMITS } from "../options/limits.ts";
export { CONFIG } from "../options/config.ts";
export { DEBATER } from "../options/debater.ts";
export { FOLLOW, NOTE, REVIEW, RUN } from "../options/run.ts";
export { MCP_SERVER, TOOLS } from "../options/tools.ts";
export { VERIFY } from "../options/verify.ts";
export type {
  Flag,
  FlagGroup,
  OptionField,
  OptionFields,
  RuleDefinition,
  TrustNeed,
} from "../options/field.ts";

// Checking values
export { checkCalibration } from "../options/calibration.ts";
export {
  checkField,
  checkGroup,
  checkKeys,
  readRule,
  type Filled,
  type WithoutDefault,
} from "../options/checks.ts";
export { fail, formatValue } from "../options/describe.ts";
export { mayBeSetBy } from "../options/json-schema.ts";
export { parseRule } from "../options/parse-rule.ts";

// Describing them
export {
  DEBATER_REF,
  makeShorthandPattern,
  objectSchema,
  type JsonSchemaDocument,
} from "../options/json-schema.ts";
export { describeExpected, formatDefault, listRuleNames } from "../options/describe.ts";
export { findNearestWord, suggestWord } from "../options/suggest-word.ts";
