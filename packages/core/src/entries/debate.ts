/* The loop: rules and prompts that users name, the loop with its ports, and parts that others use on their own. Pure. */

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
} from "../debate/config/factories.ts";
export { personas, prompts, QUOTED } from "../debate/prompts/prompt-sets.ts";

// A checked config, and who may be called
export {
  listVendors,
  type CheckedLimits,
  type Member,
  type ResolvedConfig,
  type ResolvedSides,
  type ResolvedVerify,
  type Route,
  type Task,
} from "../debate/config/resolved-config.ts";
export {
  asksJudge,
  findCalledMember,
  HELPER_OPTIONS,
  isPerson,
  listCallableModels,
  listModels,
  mapHelpers,
  mapModels,
  withAlternates,
} from "../debate/config/members.ts";
export { countMostRounds, endWith, isDraft, isReview } from "../debate/config/debate-kinds.ts";
export { findPatience, needsAllReplies } from "../debate/config/race-policy.ts";
export { findCertificate, haveSameMembers } from "../debate/config/guarantee.ts";

// The loop and its ports
export { runDebate } from "../debate/run.ts";
export { createBudget } from "../debate/spending/budget.ts";
export { reserveIn } from "../debate/spending/reserve.ts";
export { lateReview, recordedVoters } from "../debate/human-review/late-review.ts";
export type {
  Attributes,
  BudgetPort,
  TraceCall,
  Ports,
  SetAttribute,
  Span,
} from "../debate/state/ports.ts";

// Plans: simulated runs, and the shape that a cap gives to a debate
export {
  findWorstSpends,
  estimateWorstCase,
  getLimit,
  simulateFewest,
  simulateWorstCase,
  sumSpends,
} from "../debate/simulate/scenarios.ts";
export { simulateTypical, type ReplyLengths } from "../debate/simulate/typical-run.ts";
export type { BegunRun, SimulatedCall } from "../debate/simulate/simulate-run.ts";
export {
  applyShape,
  estimateWhole,
  shapeToCap,
  type SpendCaps,
} from "../debate/simulate/shape-to-cap.ts";
export {
  describeShape,
  describeUnsureParts,
  describeUnsureSteps,
} from "../debate/simulate/describe-caps.ts";
export { UNSHAPED, type DebateShape, type DroppablePart } from "../debate/simulate/debate-shape.ts";

// Estimates of tokens and costs
export { estimateCallCost } from "../debate/config/call-costs.ts";
export { estimateTokens } from "../debate/spending/token-estimate.ts";
export {
  estimateWorst,
  estimateWorstAttempts,
  promptTokens,
  requestTokens,
} from "../debate/spending/call-spend.ts";

// Single calls outside a debate: comparing and grading
export { prepareCall } from "../debate/asking/calls.ts";
export {
  comparingSystem,
  comparingTurn,
  groupsSchema,
} from "../debate/prompts/comparing-prompts.ts";
export { fenceMark, fenceQuotes, type Quote } from "../debate/prompts/marks.ts";
export { listSchema, objectSchema, NUMBER } from "../debate/prompts/schemas.ts";
