import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Prompt,
} from "@ai-sdk/provider";
import type { Held } from "./run-debate.ts";

/** A judge that called tools, and the prompt it was answering. */
export interface Continuation {
  model: LanguageModelV4;
  prompt: LanguageModelV4Prompt;
}

/**
 * An agent that has run the judge's tools calls the model again with their results. The debate is already
 * over, so only the judge continues from where it stopped.
 */
export interface Continuations {
  remember(held: Held): void;
  find(prompt: LanguageModelV4Prompt): Continuation | null;
  optionsFor(
    continued: Continuation,
    options: LanguageModelV4CallOptions,
  ): LanguageModelV4CallOptions;
  goOn(
    continued: Continuation,
    options: LanguageModelV4CallOptions,
  ): PromiseLike<LanguageModelV4GenerateResult>;
}

/** Enough for many agents at once. An agent that never comes back must not be kept forever. */
const MOST_KEPT = 1000;

export function createContinuations(): Continuations {
  const waiting = new Map<string, Continuation>();

  function optionsFor(
    { prompt }: Continuation,
    options: LanguageModelV4CallOptions,
  ): LanguageModelV4CallOptions {
    // What came after the debate's question: the tool calls and their results.
    const since = options.prompt.slice(lastUserTurn(options.prompt) + 1);
    return { ...options, prompt: [...prompt, ...since] };
  }

  return {
    remember({ unfinished }) {
      if (!unfinished) return;
      const { said, model } = unfinished;
      for (const { toolCallId } of said.toolCalls)
        waiting.set(toolCallId, { model, prompt: said.prompt });
      while (waiting.size > MOST_KEPT) waiting.delete(waiting.keys().next().value ?? "");
    },
    find(prompt) {
      const last = prompt.at(-1);
      if (last?.role !== "tool") return null;
      const since = prompt.slice(lastUserTurn(prompt) + 1);
      for (const message of since) {
        if (message.role !== "tool") continue;
        for (const part of message.content) {
          const found = part.type === "tool-result" ? waiting.get(part.toolCallId) : undefined;
          if (found) return found;
        }
      }
      return null;
    },
    optionsFor,
    goOn: (continued, options) => continued.model.doGenerate(optionsFor(continued, options)),
  };
}

function lastUserTurn(prompt: LanguageModelV4Prompt): number {
  return prompt.findLastIndex(({ role }) => role === "user");
}
