import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { ConfigError } from "../../errors.ts";
import type { Message, Question } from "../../protocol/question.ts";

/** What a caller of a chat model asks: the last user turn, with all before it as context. */
export function questionFrom(prompt: LanguageModelV4Prompt): Question {
  const turns: Message[] = prompt.flatMap((message): Message[] => {
    if (message.role === "system") return [{ role: "user", content: message.content }];
    if (message.role === "tool") return [];
    const content = message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    return content === "" ? [] : [{ role: message.role, content }];
  });
  const last = turns.findLastIndex(({ role }) => role === "user");
  const question = turns[last];
  if (!question) throw new ConfigError("prompt", "expected a user message with text, got none");
  const context = turns.filter((_, index) => index !== last);
  return context.length > 0 ? { text: question.content, context } : question.content;
}
