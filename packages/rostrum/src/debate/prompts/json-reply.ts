import type { AnswerKind } from "../../protocol/answer.ts";
import { PROBABILITY } from "./reply-form.ts";

/** Libraries that can describe a schema as JSON Schema offer this next to their validator. */
interface JsonSchemaSource {
  output(options: { target: string }): object;
}

/** The JSON Schema of the answer; `null` if the kind has none that can be shown. */
export function answerSchema(kind: AnswerKind<unknown>): object | null {
  if (typeof kind === "string" || !("type" in kind) || kind.type !== "json") return null;
  return described(kind.schema);
}

/** The schema of a whole reply, for providers that can enforce one. */
export function replySchema(kind: AnswerKind<unknown>, revising: boolean): object | null {
  const answer = answerSchema(kind);
  if (answer === null) return null;
  const properties = {
    reasoning: { type: "string" },
    ...(revising ? { reason_for_change: { type: "string" } } : {}),
    answer,
    confidence: { type: "number", description: PROBABILITY },
  };
  // Providers that are strict ask for every field.
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

function described(schema: object): object | null {
  const standard = (schema as { "~standard"?: { jsonSchema?: JsonSchemaSource } })["~standard"];
  try {
    const { $schema: _dialect, ...rest } = (standard?.jsonSchema?.output({
      target: "draft-2020-12",
    }) ?? {}) as Record<string, unknown>;
    return Object.keys(rest).length > 0 ? rest : null;
  } catch {
    return null;
  }
}
