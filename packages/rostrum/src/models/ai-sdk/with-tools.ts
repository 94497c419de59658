import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ToolSet } from "ai";
import { ConfigError } from "../../errors.ts";
import type { ModelReply, ModelRequest } from "../../protocol/model.ts";
import type { Usage } from "../../protocol/usage.ts";

/** Turns of call and result before the model must answer. */
const MAX_TOOL_STEPS = 8;

/** Runs the AI SDK's own tool loop: the model calls, the tools run, the last step's text is the reply. */
export async function generateWithTools(
  model: LanguageModelV4,
  request: ModelRequest,
  tools: Record<string, unknown>,
): Promise<ModelReply> {
  const { streamText, isStepCount } = await loadAi();
  let failure: unknown;
  const run = streamText({
    model,
    instructions: request.system,
    messages: request.messages,
    tools: tools as ToolSet,
    stopWhen: isStepCount(MAX_TOOL_STEPS),
    abortSignal: request.signal,
    maxRetries: 0,
    seed: request.seed,
    ...(request.temperature !== undefined ? { temperature: request.temperature } : {}),
    ...(request.maxOutputTokens !== undefined ? { maxOutputTokens: request.maxOutputTokens } : {}),
    onError: ({ error }) => {
      failure = error;
    },
  });
  for await (const delta of run.textStream) request.onText?.(delta);
  if (failure !== undefined) throw failure;
  return {
    text: await run.text,
    usage: usageOf(await run.totalUsage),
    finishReason: await run.finishReason,
  };
}

function usageOf(usage: {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  inputTokenDetails?: { cacheReadTokens?: number | undefined };
}): Usage {
  return {
    inputTokens: usage.inputTokens ?? null,
    cachedInputTokens: usage.inputTokenDetails?.cacheReadTokens ?? null,
    outputTokens: usage.outputTokens ?? null,
  };
}

async function loadAi(): Promise<typeof import("ai")> {
  try {
    return await import("ai");
  } catch (cause) {
    throw new ConfigError(
      "debaters[].tools",
      'tools need the AI SDK, which is not installed: run "npm install ai"',
      { cause },
    );
  }
}
