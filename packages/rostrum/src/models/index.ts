export { aiSdkModel, isAiSdkModel } from "./ai-sdk/index.ts";
export { callOptions } from "./ai-sdk/prompt.ts";
export { usageFrom } from "./ai-sdk/usage.ts";
export type { Lifeline } from "./attempt.ts";
export { functionModel } from "./function-model.ts";
export type { ProviderLimits } from "./gate.ts";
export { costOfReply, pricingFrom } from "./pricing.ts";
export { limitProvider } from "./provider-limits.ts";
export { recorded, type Recording } from "./recorded.ts";
export { expandModel, resolveModel } from "./resolve.ts";
export { callWithRetries, type RetryOptions } from "./retry.ts";
export {
  findLocalServers,
  keyFor,
  keyVariables,
  modelsAt,
  parseModelId,
  pricingFor,
  providers,
  splitCount,
  type LocalServer,
  type ModelId,
} from "./registry/index.ts";
