import { readRecorded, type Recording } from "../../packages/eval/src/index.ts";
import type { AnswerKind, ModelFunction } from "../../packages/rostrum/src/index.ts";

const known = new Map<string, string>();

/**
 * A recorded reply as one that a debate can read: the answer that `readRecorded` finds in it, as JSON. What is
 * measured then is the debate, and not whether a recording followed our format. Empty where no answer is found.
 */
export function statedAnswer(text: string, kind: AnswerKind<unknown>, question: string): string {
  const key = JSON.stringify([kind, question, text]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = readRecorded(text, { answer: kind, question });
  const reply = found === null ? "" : JSON.stringify({ answer: found.answer });
  known.set(key, reply);
  return reply;
}

/** The models of a recording, each replying with its stated answer. */
export function statingModels(
  { models }: Recording,
  kind: AnswerKind<unknown>,
): Record<string, ModelFunction> {
  const stating =
    (model: ModelFunction): ModelFunction =>
    async (request) => {
      const reply = await model(request);
      const text = typeof reply === "string" ? reply : (reply.text ?? "");
      return statedAnswer(text, kind, request.question);
    };
  return Object.fromEntries(Object.entries(models).map(([name, model]) => [name, stating(model)]));
}
