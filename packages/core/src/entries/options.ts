/* The definitions of all options and rules, and what is made from them. Pure. */

// Definitions
export {
  ANSWER,
  BUDGET,
  CONFIG,
  DEBATER,
  FOLLOW,
  LIMITS,
  MCP_SERVER,
  NOTE,
  REVIEW,
  RUN,
  TOOLS,
  VERIFY,
} from "../options/index.ts";
export type {
  Flag,
  FlagGroup,
  OptionField,
  OptionFields,
  RuleDefinition,
  TrustNeed,
} from "../options/index.ts";

// Checking values
export {
  checkCalibration,
  checkField,
  checkGroup,
  checkKeys,
  fail,
  isPlainObject,
  mayBeSetBy,
  parseRule,
  readRule,
  type Filled,
  type WithoutDefault,
} from "../options/index.ts";

// Describing them
export {
  DEBATER_REF,
  describeExpected,
  formatDefault,
  listRuleNames,
  objectSchema,
  findNearestWord,
  suggestWord,
  type JsonSchemaDocument,
} from "../options/index.ts";
