export { chain } from "./chain/chain.ts";
export { chainWords, describedChains } from "./chain/described-chains.ts";
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
export { Debate, debate, type DebateConstructor, type KindConfig } from "./debate.ts";
export type { ForkChanges, ReplayChanges } from "./replay-and-fork.ts";
export { resolveConfig } from "./config/resolve-config.ts";
export { idsIn, isPlainId, seatIds } from "./config/model-ids.ts";
export { limitsOf } from "./config/resolve-config.ts";
export { runResolved } from "./run-resolved.ts";
export { classic, council, editorial, frugal, guarded, type Preset } from "./presets.ts";
export { endAbandoned } from "./run/end-abandoned.ts";
export { missingFor } from "./run/prepare.ts";
export { reviewCompleted } from "./run/review-completed.ts";
export { ModelStep, type StepOptions } from "./run/step.ts";
export type { FollowOptions } from "./debate.ts";
export type { Carry } from "./follow/carried.ts";
export { followUp } from "./follow/followed.ts";
export { openWaits, proceed, review, say, speak } from "./run/acts.ts";
export { contradiction, fileTypeOf } from "./files/file-type.ts";
export { MOST_FILE_BYTES, TAKEN, tooLarge } from "./files/context-file.ts";
export { keptFile, questionIn, type KeptFile } from "./files/kept-files.ts";
export { sha256Of } from "./run/sha256.ts";
export { newSecret, secretOf, withSecret } from "./run/secret.ts";
export { createBudget } from "./shared-budget.ts";
export { streamOf, type DebateStream } from "./stream.ts";
export { hash32, seededRandom, shuffled } from "../record/random.ts";
export { estimateTokens } from "../debate/token-estimate.ts";
export type { Member, ResolvedConfig } from "../debate/resolved-config.ts";
export { callersOf, withModels, withStandIns } from "../debate/callers.ts";
export { callCost } from "../debate/call-costs.ts";
export { promptTokens, worstOf } from "../debate/worst-case.ts";
export { kindFromSchema } from "./config/json-schema-kind.ts";
export { OwnCancellation } from "./run/cancellation.ts";
export { prepareCall } from "../debate/calls.ts";
export { COMPARING, comparingTurn, GROUPS_SCHEMA } from "../debate/comparing/prompt.ts";
export { fenced, type FenceSource } from "../debate/marks.ts";
export { listOf, NUMBER, objectOf } from "../debate/prompts/schemas.ts";
export { QUOTED } from "../debate/prompts/prompt-sets.ts";
