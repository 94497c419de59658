import { unknownField } from "../../answers/index.ts";
import type { AnswerKind, JsonKind } from "../../protocol/answer.ts";
import { ANSWER, expected, fail, isPlainObject, ruleOf } from "../../vocabulary/index.ts";
import { jsonSchemaKind } from "./json-schema-kind.ts";

export function answerKind(value: unknown): AnswerKind<unknown> {
  if (isPlainObject(value) && isFunction(value["read"]) && isFunction(value["same"])) {
    return value as unknown as AnswerKind<unknown>;
  }
  const kind = ruleOf({ rules: ANSWER, orCode: "{ read, same }" }, value, "answer");
  if (kind.type === "json") return jsonKind(kind);
  return kind as unknown as AnswerKind<unknown>;
}

/** A schema is a library's validator, or a JSON Schema if the config is data. */
function jsonKind(kind: Record<string, unknown>): AnswerKind<unknown> {
  const { schema } = kind;
  const holder = typeof schema === "function" || isPlainObject(schema) ? (schema as object) : {};
  if ("~standard" in holder) return withKnownFields(kind as unknown as JsonKind);
  if (isPlainObject(schema) && Object.keys(schema).length > 0) {
    return withKnownFields({ ...kind, ...jsonSchemaKind(schema, "answer.schema") });
  }
  const field = ANSWER["json"]?.fields?.["schema"];
  return fail("answer.schema", field ? expected(field) : "a schema", schema);
}

/** A field that no value has would make all values the same. */
function withKnownFields(kind: JsonKind): AnswerKind<unknown> {
  const { schema, by } = kind;
  const unknown = by && unknownField(schema, by);
  return unknown == null ? kind : fail("answer.by", "fields that the schema has", unknown);
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}
