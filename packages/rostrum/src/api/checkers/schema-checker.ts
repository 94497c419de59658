import type { Verifier } from "../../protocol/verify.ts";
import { describeExpected, fail, isPlainObject, VERIFY } from "../../options/index.ts";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { createJsonSchemaKind } from "../config/answer-kind.ts";

/** Checks that an answer fits a schema. An answer in words counts as the JSON that it is. */
export function createSchemaCheck(schema: unknown): Verifier<unknown> {
  const validator = readSchema(schema);
  return async (answer) => {
    const value = typeof answer === "string" ? parseJson(answer) : { json: answer };
    if (value === null) return { verdict: "refuted", says: "it is not JSON" };
    const result = await validator["~standard"].validate(value.json);
    if (result.issues === undefined) return "ok";
    const says = result.issues.map(({ message, path = [] }) => {
      const place = path.map((key) => String(Object(key) === key ? Object(key).key : key));
      return `${place.join(".") || "the whole"}: ${message}`;
    });
    return { verdict: "refuted", says: says.join("\n") };
  };
}

function readSchema(schema: unknown): StandardSchemaV1 {
  const holder = typeof schema === "function" || isPlainObject(schema) ? (schema as object) : {};
  if ("~standard" in holder) return holder as StandardSchemaV1;
  if (isPlainObject(schema) && Object.keys(schema).length > 0) {
    return createJsonSchemaKind(schema, "verify.schema").schema;
  }
  return fail("verify.schema", describeExpected(VERIFY.schema), schema);
}

function parseJson(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}
