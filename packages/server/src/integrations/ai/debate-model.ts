import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import type { DebateConfig, DebateEvent, DebateResult } from "@rostrum/core/protocol";
import type { Debate } from "@rostrum/runtime/api";
import { runDebateForModel, type DebateReply } from "./run-debate.ts";
import { nameRound } from "@rostrum/core/export";
import { isEndOfCall } from "@rostrum/core/record";

/** Options of `debateModel()`. */
export interface DebateModelOptions {
  /** The model's id. Default `debate`. */
  modelId?: string;
}

/**
 * A panel as an AI SDK language model, for any code that takes a model. The caller's response format and
 * tools go to the judge only. The debaters' turns appear as reasoning, the verdict as text. Needs AI SDK 7.
 */
export function debateModel(
  debate: DebateConfig<never> | DebateConfig | Debate<never> | Debate | Debate<unknown>,
  { modelId = "debate" }: DebateModelOptions = {},
): LanguageModelV4 {
  const config = ("config" in debate ? debate.config : debate) as DebateConfig<never>;
  const continuations = new Continuations();

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
        const parts = new StreamParts((part) => controller.enqueue(part));
        controller.enqueue({ type: "stream-start", warnings: [] });
        try {
          const reply = await runDebateForModel(config, options, (event) => parts.listen(event));
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

/** Enough for many agents at once, and a bound for agents that never come back. */
const MAX_WAITING_CALLS = 1000;

/**
 * An agent that has run the judge's tools calls the model again with their results. The debate is already
 * over, so only the judge continues from where it stopped.
 */
class Continuations {
  /** By the id of a tool call: the judge that made it, and the prompt it was answering. */
  readonly #waiting = new Map<string, { model: LanguageModelV4; prompt: LanguageModelV4Prompt }>();

  remember({ unfinished }: DebateReply): void {
    if (!unfinished) return;
    const { reply, model } = unfinished;
    for (const { toolCallId } of reply.toolCalls)
      this.#waiting.set(toolCallId, { model, prompt: reply.prompt });
    while (this.#waiting.size > MAX_WAITING_CALLS)
      this.#waiting.delete(this.#waiting.keys().next().value ?? "");
  }

  /** The judge's model, with options that have the tools' results. */
  find(
    options: LanguageModelV4CallOptions,
  ): { model: LanguageModelV4; options: LanguageModelV4CallOptions } | null {
    if (options.prompt.at(-1)?.role !== "tool") return null;
    // Messages after the debate's question: the tool calls and their results.
    const question = options.prompt.findLastIndex(({ role }) => role === "user");
    const since = options.prompt.slice(question + 1);
    const results = since.flatMap(({ role, content }) => (role === "tool" ? content : []));
    for (const part of results) {
      const waitingCall =
        part.type === "tool-result" ? this.#waiting.get(part.toolCallId) : undefined;
      if (!waitingCall) continue;
      const { model, prompt } = waitingCall;
      return { model, options: { ...options, prompt: [...prompt, ...since] } };
    }
    return null;
  }
}

/**
 * Turns a debate's events into the parts of a model's stream: every debater's turn is its own reasoning block, and
 * the verdict is the text.
 */
class StreamParts {
  readonly #send: (part: LanguageModelV4StreamPart) => void;
  readonly #open = new Set<string>();
  readonly #spoken = new Set<string>();

  constructor(send: (part: LanguageModelV4StreamPart) => void) {
    this.#send = send;
  }

  listen(event: DebateEvent): void {
    if (event.type === "debate.delta" && event.source !== "judge")
      this.#think(event.source, event.round, event.text);
    if (event.type === "debate.response") {
      const { debater, round, text } = event;
      // A model that doesn't stream has sent nothing so far, so its turn comes in one piece.
      if (!this.#spoken.has(`${debater}-${round}`)) this.#think(debater, round, text);
    }
    if (isEndOfCall(event)) this.#close(`${event.debater}-${event.round}`);
    if (event.type === "debate.round_completed") this.#closeAll();
  }

  finish(reply: DebateReply): void {
    this.#closeAll();
    for (const part of reply.content) {
      if (part.type === "text") {
        this.#send({ type: "text-start", id: "verdict" });
        this.#send({ type: "text-delta", id: "verdict", delta: part.text });
        this.#send({ type: "text-end", id: "verdict" });
      } else if (part.type === "tool-call") {
        this.#send(part);
      }
    }
    this.#send({
      type: "finish",
      usage: countUsage(reply.result),
      finishReason: reply.finishReason,
      providerMetadata: describeResult(reply.result),
    });
  }

  #think(source: string, round: number, text: string): void {
    const id = `${source}-${round}`;
    if (!this.#open.has(id)) {
      this.#send({ type: "reasoning-start", id });
      // Only the id distinguishes blocks, so each begins with the debater's name.
      this.#send({ type: "reasoning-delta", id, delta: `${source}, ${nameRound(round)}:\n` });
    }
    this.#open.add(id);
    this.#spoken.add(id);
    if (text !== "") this.#send({ type: "reasoning-delta", id, delta: text });
  }

  #close(id: string): void {
    if (this.#open.delete(id)) this.#send({ type: "reasoning-end", id });
  }

  #closeAll(): void {
    for (const id of this.#open) this.#close(id);
  }
}

/** Metadata about the debate for a caller that knows only models. */
function describeResult(result: DebateResult<unknown>): SharedV4ProviderMetadata {
  const { id, agreement, confidence, escalateToHuman, costUsd, stopReason, winner, integrity } =
    result;
  return {
    rostrum: {
      id,
      agreement,
      confidence,
      confidenceBasis: result.confidenceBasis,
      escalate: escalateToHuman,
      costUsd,
      stopReason,
      winner,
      degraded: integrity.degraded,
      calls: result.usage.calls,
    },
  };
}

/** The sum of all calls; what some provider left out stays undefined. */
function countUsage({ usage }: DebateResult<unknown>): LanguageModelV4Usage {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens } = usage;
  return {
    inputTokens: {
      total: inputTokens ?? undefined,
      noCache: subtract(inputTokens, cachedInputTokens, cacheWriteTokens ?? 0),
      cacheRead: cachedInputTokens ?? undefined,
      cacheWrite: cacheWriteTokens ?? undefined,
    },
    outputTokens: {
      total: outputTokens ?? undefined,
      text: subtract(outputTokens, reasoningTokens),
      reasoning: reasoningTokens ?? undefined,
    },
  };
}

function subtract(total: number | null, ...parts: (number | null)[]): number | undefined {
  let rest = total;
  for (const part of parts) rest = rest === null || part === null ? null : rest - part;
  return rest ?? undefined;
}
