import type { Message, Question } from "../../protocol/question.ts";
import { HttpError } from "../http-error.ts";
import type { ChatMessage } from "./chat-request.ts";

/** The last user message is the question; what came before it is context. */
export function questionOf(
  messages: readonly ChatMessage[],
  /** What the client calls its messages. */
  field: string = "messages",
): Question {
  const end = messages.length - 1;
  // What a tool returned belongs to the question before it.
  const last =
    messages[end]?.role === "tool" ? messages.findLastIndex(({ role }) => role === "user") : end;
  const question = messages[last];
  if (question?.role !== "user") {
    throw invalid(
      `${field}[${end}].role`,
      "expected the last message to be from the user, because it is the question",
    );
  }
  const text = textOf(question, `${field}[${last}]`);
  if (text.trim() === "")
    throw invalid(`${field}[${last}].content`, "expected a question, got none");
  const context = messages.flatMap((message, index) =>
    index === last ? [] : contextFrom(message, `${field}[${index}]`),
  );
  return context.length > 0 ? { text, context } : text;
}

function contextFrom(message: ChatMessage, at: string): Message[] {
  const calls = (message.tool_calls ?? []).flatMap(({ function: called }) =>
    called ? [`I call ${called.name}(${called.arguments ?? ""}).`] : [],
  );
  const content = [textOf(message, at), ...calls].join("\n").trim();
  if (content === "") return [];
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

function textOf({ content }: ChatMessage, at: string): string {
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  return content
    .map(({ type, text }) => {
      if (type === "text" && text !== undefined) return text;
      throw invalid(`${at}.content`, `expected text, got ${type}: a panel reads only text`);
    })
    .join("\n");
}

function invalid(field: string, message: string): HttpError {
  return new HttpError(400, "invalid_request", message, { field });
}
