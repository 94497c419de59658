import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import type { DebateConfig } from "../../protocol/options.ts";
import type { Debate } from "../../api/index.ts";
import { createContinuations } from "./continuations.ts";
import { runDebateForModel } from "./run-debate.ts";
import { describeResult, countUsage, createStreamParts } from "./stream-parts.ts";

/** Options of `debateModel()`. */
export interface DebateModelOptions {
  /** The model's id. Default `debate`. */
  modelId?: string;
}

/**
 * A panel as an AI SDK language model, for any code that takes a model. The caller's response format and
 * tools go to the judge only. The debaters' turns appear as reasoning, the verdict as text.
 */
export function debateModel(
  debate: DebateConfig<never> | DebateConfig | Debate<never> | Debate | Debate<unknown>,
  { modelId = "debate" }: DebateModelOptions = {},
): LanguageModelV4 {
  const config = getConfig(debate);
  const continuations = createContinuations();

  async function doGenerate(
    options: LanguageModelV4CallOptions,
  ): Promise<LanguageModelV4GenerateResult> {
    const continued = continuations.find(options);
    if (continued) return continued.model.doGenerate(continued.options);
    const reply = await runDebateForModel(config, options);
    continuations.remember(reply);
    return {
      content: reply.content,
      finishReason: reply.finishReason,
      usage: countUsage(reply.result),
      providerMetadata: describeResult(reply.result),
      warnings: [],
    };
  }

  async function doStream(
    options: LanguageModelV4CallOptions,
  ): Promise<LanguageModelV4StreamResult> {
    const continued = continuations.find(options);
    if (continued) return continued.model.doStream(continued.options);
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      async start(controller) {
        const parts = createStreamParts((part) => controller.enqueue(part));
        controller.enqueue({ type: "stream-start", warnings: [] });
        try {
          const reply = await runDebateForModel(config, options, parts.listen);
          continuations.remember(reply);
          parts.finish(reply);
        } catch (error) {
          controller.enqueue({ type: "error", error });
        }
        controller.close();
      },
    });
    return { stream };
  }

  return {
    specificationVersion: "v4",
    provider: "rostrum",
    modelId,
    supportedUrls: {},
    doGenerate,
    doStream,
  };
}

function getConfig(debate: object): DebateConfig<never> {
  return ("config" in debate ? debate.config : debate) as DebateConfig<never>;
}
