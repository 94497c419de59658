/* Debates: `Debate`, its presets, and the steps that servers, commands and evaluations take on their own. */

// Debates, as users write them
export {
  Debate,
  debate,
  loadEngine,
  preparePanel,
  type DebateConstructor,
  type FollowOptions,
  type KindConfig,
  type PlanOptions,
} from "../api/debate.ts";
export { createBudget } from "../api/create-budget.ts";
export { classic, council, editorial, frugal, guarded, type Preset } from "../api/presets.ts";
export type { ForkChanges, ReplayChanges } from "../api/replay-and-fork.ts";
export { createStream, type DebateStream } from "../api/stream.ts";
export { completeQuestion, type Carry, type FollowedRun } from "../api/follow-up.ts";

// Configs
export { createSchemaKind } from "../api/config/answer-kind.ts";
export { listPermissions, type Permission } from "../api/config/list-permissions.ts";
export {
  expandModelIds,
  isPlainId,
  listModelIds,
  listPrices,
  replaceModels,
  type FoundModel,
} from "../api/config/model-ids.ts";
export { asksForFindings, omitVotingSettings } from "../api/config/voting-settings.ts";
export { isBudget, resolveConfig, resolveLimits } from "../api/config/resolve-config.ts";
export { mergeTools } from "../api/tools/resolve-tools.ts";

// Plans and runs
export { planDebate } from "../api/plan-debate.ts";
export { suggestLimit } from "../api/suggest-limit.ts";
export { runResolved } from "../api/run-resolved.ts";
export { RunCancellation } from "../api/run/cancellation.ts";
export { endAbandoned } from "../api/run/end-abandoned.ts";
export { findMissingModels, prepareModels } from "../api/run/execute.ts";
export { ModelStep, type StepOptions } from "../api/run/model-step.ts";
export { ObserverErrors } from "../api/run/observers.ts";
export { recordOutcome } from "../api/run/record-outcome.ts";
export { reviewCompleted } from "../api/run/review-completed.ts";
export { proceedRun, reviewRun, sayInRun, speakInRun } from "../api/run/act-on-run.ts";
export { openWaits } from "../api/run/waiting-runs.ts";

// Identity of a run and of a call
export { computeCallKey } from "../api/run/call-key.ts";
export {
  addSecret,
  computeChainInputs,
  checkSameInputs,
  readSecret,
} from "../api/run/fingerprint.ts";
export { createId, createSecret, createShortId } from "../api/run/random-ids.ts";

// Files in a question
export {
  ACCEPTED_FILES,
  detectFileType,
  explainNameMismatch,
  MAX_FILE_BYTES,
} from "../api/files/context-file.ts";
export { findStoredFile, restoreQuestion, type StoredFile } from "../api/files/kept-files.ts";

// Addresses
export { unmapIpv4 } from "../api/tools/private-addresses.ts";
