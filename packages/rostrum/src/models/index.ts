export { aiSdkModel, isAiSdkModel } from "./ai-sdk/index.ts";
export type { Lifeline } from "./attempt.ts";
export { functionModel } from "./function-model.ts";
export { resolveModel } from "./resolve.ts";
export { callWithRetries, type RetryOptions } from "./retry.ts";
