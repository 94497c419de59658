import type { Verifier } from "@rostrum/core/protocol";
import { describeExpected, fail, VERIFY } from "@rostrum/core/options";
import { isPlainObject } from "@rostrum/core/support";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { createJsonSchemaKind } from "../config/answer-kind.ts";

/** Checks that an answer fits a schema. An answer in words counts as the JSON that it is. */
export function createSchemaCheck(schema: unknown): Verifier<unknown> {
  const validator = readSchema(schema);
  return async (answer) => {
    const { checkBySchema } = await import("./check-by-schema.ts");
    return checkBySchema(validator, answer);
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
