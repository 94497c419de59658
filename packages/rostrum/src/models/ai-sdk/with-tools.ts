import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { LanguageModelUsage, ModelMessage, ToolSet } from "ai";
import { ConfigError } from "../../errors.ts";
import type { ModelReply, ModelRequest } from "../../protocol/model.ts";
import type { PromptMessage } from "../../protocol/question.ts";
import type { ToolUse } from "../../protocol/tool-use.ts";
import type { Usage } from "../../protocol/usage.ts";
import { readMessage as wordsOf } from "../../thrown.ts";
import { buildReasoningOptions } from "../reasoning.ts";

/**
 * Runs the AI SDK's own tool loop: the model calls, the tools run, the last step's text is the reply.
 * If a tool fails, the model gets the error and continues; the call doesn't fail.
 */
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
    messages: request.messages.map(convertMessage),
    tools: tools as ToolSet,
    stopWhen: isStepCount(request.maxToolSteps ?? 8),
    abortSignal: request.signal,
    maxRetries: 0,
    seed: request.seed,
    ...(request.temperature !== undefined ? { temperature: request.temperature } : {}),
    ...buildReasoningOptions(model, request),
    onError: ({ error }) => {
      failure = error;
    },
  });
  for await (const delta of run.textStream) request.onText?.(delta);
  if (failure !== undefined) throw failure;
  return {
    text: await run.text,
    usage: convertUsage(await run.totalUsage),
    finishReason: await run.finishReason,
    toolCalls: (await run.steps).flatMap(({ content }) => listToolUses(content)),
  };
}

function convertMessage({ role, content, files }: PromptMessage): ModelMessage {
  if (role === "assistant" || files === undefined) return { role, content };
  const parts = files.map(({ document, mediaType, data }) => ({
    type: "file" as const,
    ...{ mediaType, data, filename: document },
  }));
  return { role, content: [{ type: "text", text: content }, ...parts] };
}

interface ContentPart {
  type: string;
  toolCallId?: string;
  toolName?: string;
  input?: unknown;
  output?: unknown;
  error?: unknown;
}

/** Each tool call with its outcome. */
function listToolUses(content: readonly ContentPart[]): ToolUse[] {
  return content.flatMap(({ type, toolCallId, toolName = "", input }) => {
    if (type !== "tool-call") return [];
    const ended = content.find(
      (part) => part.type !== "tool-call" && part.toolCallId === toolCallId,
    );
    const failed = ended?.type === "tool-error";
    return {
      name: toolName,
      input,
      ...(ended?.type === "tool-result" ? { output: ended.output } : {}),
      ...(failed ? { error: wordsOf(ended.error) } : {}),
    };
  });
}

function convertUsage({
  inputTokens,
  outputTokens,
  inputTokenDetails,
  outputTokenDetails,
}: LanguageModelUsage): Usage {
  const { cacheReadTokens, cacheWriteTokens } = inputTokenDetails;
  const { reasoningTokens } = outputTokenDetails;
  return {
    inputTokens: inputTokens ?? null,
    cachedInputTokens: cacheReadTokens ?? null,
    ...(cacheWriteTokens !== undefined ? { cacheWriteTokens } : {}),
    outputTokens: outputTokens ?? null,
    ...(reasoningTokens !== undefined ? { reasoningTokens } : {}),
  };
}

/** Only what is used: by these names a bundler tells what of the package it needs. */
async function loadAi(): Promise<Pick<typeof import("ai"), "streamText" | "isStepCount">> {
  try {
    const { streamText, isStepCount } = await import("ai");
    return { streamText, isStepCount };
  } catch (cause) {
    throw new ConfigError(
      "debaters[].tools",
      'tools need the AI SDK, which is not installed: run "npm install ai"',
      { cause },
    );
  }
}
