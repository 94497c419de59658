import type {
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import type { DebateEvent } from "../../protocol/events.ts";
import type { ModelReply } from "./run-debate.ts";
import type { DebateResult } from "../../protocol/result.ts";

/**
 * Turns a debate's events into the parts of a model's stream: every debater's turn is its own reasoning block, and
 * the verdict is the text.
 */
export class StreamParts {
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
      this.#close(`${debater}-${round}`);
    }
    if (event.type === "debate.debater_failed") this.#close(`${event.debater}-${event.round}`);
    if (event.type === "debate.round_completed") this.#closeAll();
  }

  finish(reply: ModelReply): void {
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
      this.#send({ type: "reasoning-delta", id, delta: `${source}, round ${round}:\n` });
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

/** What a debate says about itself to a caller that knows only models. */
export function describeResult(result: DebateResult<unknown>): SharedV4ProviderMetadata {
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
export function countUsage({ usage }: DebateResult<unknown>): LanguageModelV4Usage {
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

function subtract(whole: number | null, ...parts: (number | null)[]): number | undefined {
  let rest = whole;
  for (const part of parts) rest = rest === null || part === null ? null : rest - part;
  return rest ?? undefined;
}
