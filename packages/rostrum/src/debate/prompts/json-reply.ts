import { describeSchema } from "../../answers/index.ts";
import type { AnswerKind } from "../../protocol/answer.ts";
import { PROBABILITY } from "./reply-form.ts";
import { objectOf, TEXT } from "./schemas.ts";

/** The JSON Schema of the answer; `null` if the kind has none that can be shown. */
export function answerSchema(kind: AnswerKind<unknown>): object | null {
  if (typeof kind === "string" || !("type" in kind) || kind.type !== "json") return null;
  return describeSchema(kind.schema);
}

/** The schema of a whole reply, for providers that can enforce one. */
export function replySchema(kind: AnswerKind<unknown>, revising: boolean): object | null {
  const answer = answerSchema(kind);
  if (answer === null) return null;
  return objectOf({
    reasoning: TEXT,
    ...(revising ? { reason_for_change: TEXT } : {}),
    answer,
    confidence: { type: "number", description: PROBABILITY },
  });
}
