import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelPort } from "../../protocol/model.ts";
import { generate, stream } from "./generate.ts";
import { generateWithTools } from "./with-tools.ts";

/** An AI SDK model. It streams only when somebody listens. */
export function aiSdkModel(model: LanguageModelV4): ModelPort {
  return {
    id: `${model.provider}/${model.modelId}`,
    provider: model.provider,
    price: null,
    generate(request) {
      if (request.tools) return generateWithTools(model, request, request.tools);
      return request.onText ? stream(model, request) : generate(model, request);
    },
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
