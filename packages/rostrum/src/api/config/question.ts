import type { Task } from "../../debate/resolved-config.ts";
import type { Message } from "../../protocol/question.ts";
import { newSecret } from "../run/secret.ts";
import { fail, isPlainObject, knownKeys } from "../../vocabulary/index.ts";
import { newId } from "./new-id.ts";

/** Step ids, file names and addresses are made from run ids. */
const ID = /^[\w.:@-]{1,200}$/;

/** Takes a question and its run options apart, before anything is spent. */
export function taskOf(question: unknown, id: unknown): Task {
  const spec = typeof question === "string" ? { text: question } : question;
  if (!isPlainObject(spec)) return fail("question", "a string or { text, context }", question);
  knownKeys(spec, ["text", "context"], "question");
  const { text } = spec;
  if (typeof text !== "string" || text.trim() === "") fail("question", "a non-empty text", text);
  if (id !== undefined && (typeof id !== "string" || !ID.test(id))) {
    fail("id", "1 to 200 letters, digits or . : @ _ -", id);
  }
  let secret: string | undefined;
  return {
    id: id ?? newId(),
    question: text,
    context: contextOf(spec["context"]),
    // Made when it is asked for: a panel that agrees at once needs none, and `crypto` takes long to load.
    get secret() {
      return (secret ??= newSecret());
    },
  };
}

/** The turns before the question. */
export function contextOf(context: unknown): Message[] {
  if (context === undefined || context === "") return [];
  if (typeof context === "string") {
    return [{ role: "user", content: `Material for the question that follows:\n\n${context}` }];
  }
  if (!Array.isArray(context))
    return fail("question.context", "a text or a list of messages", context);
  return context.map((message: unknown, index) => {
    const field = `question.context[${index}]`;
    const { role, content } = isPlainObject(message) ? message : {};
    if ((role !== "user" && role !== "assistant") || typeof content !== "string") {
      return fail(field, '{ role: "user" | "assistant", content: string }', message);
    }
    return { role, content };
  });
}
