import type { AnswerKind } from "../../protocol/answer.ts";

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
