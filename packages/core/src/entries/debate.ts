/* The loop: rules and prompts that users name, and the parts that evaluations and servers use on their own. */

// Topologies, polls, routers and prompts, as users write them
export {
  all,
  always,
  confident,
  everyone,
  race,
  ring,
  sample,
  sequential,
  star,
} from "../debate/factories.ts";
export { personas, prompts, QUOTED } from "../debate/prompts/prompt-sets.ts";

// A checked config, and who may be called
export type { Member, ResolvedConfig } from "../debate/resolved-config.ts";
export { findCaller, isPerson, listCallers, mapModels, withStandIns } from "../debate/members.ts";

// Estimates of tokens and costs
export { estimateCallCost } from "../debate/call-costs.ts";
export { estimateTokens } from "../debate/token-estimate.ts";
export { estimateWorst, promptTokens } from "../debate/call-spend.ts";

// Single calls outside a debate: comparing and grading
export { prepareCall } from "../debate/calls.ts";
export { comparingSystem, comparingTurn, groupsSchema } from "../debate/comparing/prompt.ts";
export { fenceMark, fenceQuotes } from "../debate/marks.ts";
export { describeList, describeObject, NUMBER } from "../debate/prompts/schemas.ts";
