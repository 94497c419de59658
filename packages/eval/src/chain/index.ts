export { chain } from "./chain.ts";
export { describeChain, summarizeChains } from "./checkpoints.ts";
export { chainProgress, type ProgressOptions } from "./progress.ts";
export type {
  Chain,
  ChainOptions,
  ChainProgress,
  ChainResult,
  ChainStep,
  StepAnswer,
  StepQuestion,
} from "./types.ts";
