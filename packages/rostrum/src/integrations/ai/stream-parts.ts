import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { DebateEvent } from "../../protocol/events.ts";
import type { Held } from "./run-debate.ts";
import { metadataOf, usageOf } from "./metadata.ts";

/** Turns a debate's events into the parts of a model's stream. */
export interface StreamParts {
  listen(event: DebateEvent): void;
  finish(held: Held): void;
}

/** Every debater's turn is its own reasoning block; the verdict is the text. */
export function partsFrom(send: (part: LanguageModelV4StreamPart) => void): StreamParts {
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
    finish(held) {
      for (const id of [...open]) close(id);
      for (const part of held.content) {
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
        usage: usageOf(held.result),
        finishReason: held.finishReason,
        providerMetadata: metadataOf(held.result),
      });
    },
  };
}
