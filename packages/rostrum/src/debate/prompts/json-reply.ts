import { describeSchema } from "../../answers/index.ts";
import type { AnswerKind } from "../../protocol/answer.ts";

/** The JSON Schema of the answer; `null` if the kind has none that can be shown. */
export function answerSchema(kind: AnswerKind<unknown>): object | null {
  if (typeof kind === "string" || !("type" in kind) || kind.type !== "json") return null;
  return describeSchema(kind.schema);
}

/** The schema of a whole reply, for providers that can enforce one. */
export function replySchema(kind: AnswerKind<unknown>): object | null {
  const answer = answerSchema(kind);
  return (
    answer && {
      type: "object",
      properties: {
        reasoning: { type: "string" },
        answer,
        confidence: { type: "number", description: "how sure you are, from 0 to 1" },
      },
      required: ["reasoning", "answer", "confidence"],
      additionalProperties: false,
    }
  );
}
