import type { Message, Question } from "../../protocol/question.ts";
import { HttpError } from "../http-error.ts";
import type { ChatMessage } from "./chat-request.ts";

/** The last user message is the question; what came before it is context. */
export function questionOf(messages: readonly ChatMessage[]): Question {
  const last = messages.length - 1;
  if (messages[last]?.role !== "user") {
    throw invalid(
      `messages[${last}].role`,
      "expected the last message to be from the user, because it is the question",
    );
  }
  const text = textOf(messages[last], last);
  if (text.trim() === "")
    throw invalid(`messages[${last}].content`, "expected a question, got none");
  const context = messages.slice(0, last).flatMap((message, index) => contextFrom(message, index));
  return context.length > 0 ? { text, context } : text;
}

function contextFrom(message: ChatMessage, index: number): Message[] {
  const content = textOf(message, index);
  if (content.trim() === "") return [];
  switch (message.role) {
    case "assistant":
      return [{ role: "assistant", content }];
    case "system":
    case "developer":
      return [{ role: "user", content: `Instructions for this conversation:\n\n${content}` }];
    case "tool":
    case "function":
      return [{ role: "user", content: `What a tool returned:\n\n${content}` }];
    case "user":
      return [{ role: "user", content }];
  }
}

function textOf({ content }: ChatMessage, index: number): string {
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  return content
    .map(({ type, text }) => {
      if (type === "text" && text !== undefined) return text;
      throw invalid(
        `messages[${index}].content`,
        `expected text, got ${type}: a panel reads only text`,
      );
    })
    .join("\n");
}

function invalid(field: string, message: string): HttpError {
  return new HttpError(400, "invalid_request", message, { field });
}
