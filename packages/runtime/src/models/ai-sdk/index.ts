import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelPort } from "@rostrum/core/protocol";
import { isReasoner } from "../reasoning.ts";
import { offersSearch } from "../offers-search.ts";
import { takesFile } from "../takes-file.ts";
import { contextWindow, listedPricing } from "../registry/prices.ts";
import { askInWordsIfRefused } from "./ask-in-words.ts";

/** Wraps an AI SDK model. It streams only if somebody listens. */
export function aiSdkModel(model: LanguageModelV4): ModelPort {
  // Loaded with the first call: pages that call no such model don't need it.
  const complete = async (): Promise<LanguageModelV4> =>
    (await import("./complete-model.ts")).completeModel(model);
  const generate = askInWordsIfRefused(async (request) => {
    const { generate: generateWhole, stream } = await import("./generate.ts");
    // Some providers call tools only while they stream.
    const call = request.onText || request.tools ? stream : generateWhole;
    return call(await complete(), request);
  });
  const listed = { provider: model.provider.split(".", 1)[0] ?? "", model: model.modelId };
  return {
    source: "sdk",
    id: `${model.provider}/${model.modelId}`,
    provider: model.provider,
    pricing: listedPricing(listed),
    contextWindow: contextWindow(listed),
    reasons: isReasoner(model.modelId),
    searches: offersSearch(model.provider),
    takes: (type) => takesFile(model.provider, model.modelId, type),
    languageModel: complete,
    generate,
  };
}

export function isAiSdkModel(value: unknown): value is LanguageModelV4 {
  return (
    typeof value === "object" &&
    value !== null &&
    ("doGenerate" in value || "doStream" in value) &&
    "modelId" in value
  );
}
