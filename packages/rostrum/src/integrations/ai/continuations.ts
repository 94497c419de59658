import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
} from "@ai-sdk/provider";
import type { ModelReply } from "./run-debate.ts";

/** How a judge that called tools goes on: its model, with options that have the tools' results. */
export interface Continuation {
  model: LanguageModelV4;
  options: LanguageModelV4CallOptions;
}

/**
 * An agent that has run the judge's tools calls the model again with their results. The debate is already
 * over, so only the judge continues from where it stopped.
 */
export interface Continuations {
  remember(reply: ModelReply): void;
  find(options: LanguageModelV4CallOptions): Continuation | null;
}

/** Enough for many agents at once. An agent that never comes back must not be kept forever. */
const MOST_KEPT = 1000;

export function createContinuations(): Continuations {
  /** By the id of a tool call: the judge that made it, and the prompt it was answering. */
  const waiting = new Map<string, { model: LanguageModelV4; prompt: LanguageModelV4Prompt }>();
  return {
    remember({ unfinished }) {
      if (!unfinished) return;
      const { said, model } = unfinished;
      for (const { toolCallId } of said.toolCalls)
        waiting.set(toolCallId, { model, prompt: said.prompt });
      while (waiting.size > MOST_KEPT) waiting.delete(waiting.keys().next().value ?? "");
    },
    find(options) {
      if (options.prompt.at(-1)?.role !== "tool") return null;
      // What came after the debate's question: the tool calls and their results.
      const question = options.prompt.findLastIndex(({ role }) => role === "user");
      const since = options.prompt.slice(question + 1);
      const results = since.flatMap(({ role, content }) => (role === "tool" ? content : []));
      for (const part of results) {
        const found = part.type === "tool-result" ? waiting.get(part.toolCallId) : undefined;
        if (!found) continue;
        const { model, prompt } = found;
        return { model, options: { ...options, prompt: [...prompt, ...since] } };
      }
      return null;
    },
  };
}
