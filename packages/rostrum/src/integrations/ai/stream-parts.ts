import type {
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import type { DebateEvent } from "../../protocol/events.ts";
import type { ModelReply } from "./run-debate.ts";
import type { DebateResult } from "../../protocol/result.ts";

/** Turns a debate's events into the parts of a model's stream. */
export interface StreamParts {
  listen(event: DebateEvent): void;
  finish(reply: ModelReply): void;
}

/** Every debater's turn is its own reasoning block; the verdict is the text. */
export function createStreamParts(send: (part: LanguageModelV4StreamPart) => void): StreamParts {
  const open = new Set<string>();
  const spoken = new Set<string>();

  function think(id: string, delta: string): void {
    if (!open.has(id)) send({ type: "reasoning-start", id });
    open.add(id);
    spoken.add(id);
    if (delta !== "") send({ type: "reasoning-delta", id, delta });
  }

  function close(id: string): void {
    if (open.delete(id)) send({ type: "reasoning-end", id });
  }

  return {
    listen(event) {
      if (event.type === "debate.delta" && event.source !== "judge") {
        const id = `${event.source}-${event.round}`;
        // Only the id distinguishes blocks, so each begins with the debater's name.
        if (!open.has(id)) think(id, `${event.source}, round ${event.round}:\n`);
        think(id, event.text);
      }
      if (event.type === "debate.response") {
        // A model that doesn't stream has sent nothing so far, so its turn comes in one piece.
        const id = `${event.debater}-${event.round}`;
        if (!spoken.has(id)) think(id, `${event.debater}, round ${event.round}:\n${event.text}`);
        close(id);
      }
      if (event.type === "debate.debater_failed") close(`${event.debater}-${event.round}`);
      if (event.type === "debate.round_completed") {
        for (const id of [...open]) close(id);
      }
    },
    finish(reply) {
      for (const id of [...open]) close(id);
      for (const part of reply.content) {
        if (part.type === "text") {
          send({ type: "text-start", id: "verdict" });
          send({ type: "text-delta", id: "verdict", delta: part.text });
          send({ type: "text-end", id: "verdict" });
        } else if (part.type === "tool-call") {
          send(part);
        }
      }
      send({
        type: "finish",
        usage: countUsage(reply.result),
        finishReason: reply.finishReason,
        providerMetadata: describeResult(reply.result),
      });
    },
  };
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
