/* Models: what can be one, how it is called, and what a call costs. */

// Models that users make, and limits that they share
export { createLimiter, human, limitProvider } from "../models/index.ts";

// From a value or an id to a model
export { expandModel, isHumanId, isModel, resolveModel } from "../models/index.ts";

// Calls outside a debate
export {
  callWithRetries,
  checkReply,
  measureFailure,
  measureReply,
  toModelError,
  USUAL_OUTPUT_TOKENS,
  type Cancellation,
} from "../models/index.ts";

// Tools that the caller of a server's API offers
export { offerTools, type OfferedTools, type ToolReply } from "../models/index.ts";
export { createFunctionTools } from "../models/ai-sdk/tools.ts";

// The embedded networks, which only do arithmetic
export { whyNotArithmetic } from "@rostrum/embedded/arithmetic";

// Programs as models, and how they are isolated
export { formatCommandId } from "../models/command/command-line.ts";
export { isCommandModel } from "../models/command/command-model.ts";
export {
  findSubscription,
  checkLogin,
  listInstalledPrograms,
  type InstalledProgram,
} from "../models/command/known-programs.ts";
export { isWords } from "../models/command/command-line.ts";
export { splitCommand } from "../models/index.ts";
export { describeIsolation } from "../models/sandbox/run-isolated.ts";
export { limitBody } from "../models/limit-body.ts";
export { isWebPage, WEB_PAGE } from "../models/web-page.ts";
