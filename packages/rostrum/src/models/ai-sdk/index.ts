import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelPort } from "../../protocol/model.ts";
import { isReasoner } from "../reasoning.ts";
import { generate, stream } from "./generate.ts";
import { takesFile } from "../takes-file.ts";
import { contextWindow, listedPricing } from "../registry/prices.ts";
import { askInWordsIfRefused } from "./ask-in-words.ts";
import { generateWithTools } from "./with-tools.ts";

/** An AI SDK model. It streams only when somebody listens. */
export function aiSdkModel(model: LanguageModelV4): ModelPort {
  const call = askInWordsIfRefused((request) =>
    request.onText ? stream(model, request) : generate(model, request),
  );
  const listed = { provider: model.provider.split(".", 1)[0] ?? "", model: model.modelId };
  return {
    source: "sdk",
    id: `${model.provider}/${model.modelId}`,
    provider: model.provider,
    pricing: listedPricing(listed),
    contextWindow: contextWindow(listed),
    reasons: isReasoner(model.modelId),
    takes: (type) => takesFile(model.provider, model.modelId, type),
    languageModel: async () => model,
    generate: (request) =>
      request.tools ? generateWithTools(model, request, request.tools) : call(request),
  };
}

export function isAiSdkModel(value: unknown): value is LanguageModelV4 {
  return (
    typeof value === "object" &&
    value !== null &&
    "doGenerate" in value &&
    "doStream" in value &&
    "modelId" in value
  );
}
