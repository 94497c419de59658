export { chain } from "./chain/chain.ts";
export { describeChain, describeChains } from "./chain/checkpoints.ts";
export { chainProgress, type ProgressOptions } from "./chain/progress.ts";
export type {
  Chain,
  ChainOptions,
  ChainProgress,
  ChainResult,
  ChainStep,
  StepAnswer,
  StepQuestion,
} from "./chain/types.ts";
export {
  Debate,
  debate,
  preparePanel,
  proceed,
  review,
  say,
  speak,
  type DebateConstructor,
  type KindConfig,
} from "./debate.ts";
export type { ForkChanges, ReplayChanges } from "./replay-and-fork.ts";
export { resolveConfig } from "./config/resolve-config.ts";
export {
  expandModelIds,
  isPlainId,
  listModelIds,
  listPrices,
  replaceModels,
  type FoundModel,
} from "./config/model-ids.ts";
export { resolveLimits } from "./config/resolve-config.ts";
export { runResolved } from "./run-resolved.ts";
export { classic, council, editorial, frugal, guarded, type Preset } from "./presets.ts";
export { endAbandoned } from "./run/end-abandoned.ts";
export { findMissingModels } from "./run/execute.ts";
export { recordOutcome } from "./run/record-outcome.ts";
export { reviewCompleted } from "./run/review-completed.ts";
export { ModelStep, type StepOptions } from "./run/model-step.ts";
export type { FollowOptions } from "./debate.ts";
export type { Carry } from "./follow-up.ts";
export { createFollowUp } from "./follow-up.ts";
export { openWaits } from "./run/waiting-runs.ts";
export { explainNameMismatch, detectFileType } from "./files/context-file.ts";
export { MOST_FILE_BYTES, ACCEPTED_FILES } from "./files/context-file.ts";
export { findStoredFile, restoreQuestion, type StoredFile } from "./files/kept-files.ts";
export { computeSha256 } from "./run/sha256.ts";
export { planDebate } from "./plan-debate.ts";
export { createSecret } from "./run/random-ids.ts";
export { readSecret, addSecret } from "./run/fingerprint.ts";
export { createBudget } from "./create-budget.ts";
export { createStream, type DebateStream } from "./stream.ts";
export { hash32, createRandom, shuffle } from "../record/random.ts";
export { estimateTokens } from "../debate/token-estimate.ts";
export type { Member, ResolvedConfig } from "../debate/resolved-config.ts";
export { findCaller, listCallers, isPerson, mapModels, withStandIns } from "../debate/members.ts";
export { estimateCallCost } from "../debate/call-costs.ts";
export { promptTokens, estimateWorst } from "../debate/call-spend.ts";
export { createSchemaKind } from "./config/answer-kind.ts";
export { RunCancellation } from "./run/cancellation.ts";
export { prepareCall } from "../debate/calls.ts";
export { comparingSystem, comparingTurn, GROUPS_SCHEMA } from "../debate/comparing/prompt.ts";
export { fenceMark, fenceQuotes } from "../debate/marks.ts";
export { describeList, NUMBER, describeObject } from "../debate/prompts/schemas.ts";
export { QUOTED } from "../debate/prompts/prompt-sets.ts";
