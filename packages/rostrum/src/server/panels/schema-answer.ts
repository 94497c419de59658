import type { StandardSchemaV1 } from "@standard-schema/spec";
import { fromJSONSchema } from "zod";
import type { JsonKind } from "../../protocol/answer.ts";
import { HttpError } from "../http-error.ts";

/** A JSON Schema that came over the wire, as an answer kind: it validates, and models are shown it as it came. */
export function schemaAnswer(schema: Record<string, unknown>, field: string): JsonKind {
  const validator = validatorFor(schema, field)["~standard"];
  // The schema itself stands beside the validator, so that a run's fingerprint knows one from another.
  const holder = {
    schema,
    "~standard": {
      version: 1 as const,
      vendor: "rostrum",
      validate: (value: unknown) => validator.validate(value),
      jsonSchema: { output: () => schema, input: () => schema },
    },
  };
  return { type: "json", schema: holder };
}

function validatorFor(
  schema: Record<string, unknown>,
  field: string,
): StandardSchemaV1<unknown, unknown> {
  try {
    return fromJSONSchema(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HttpError(
      400,
      "invalid_request",
      `expected a JSON Schema that can be held to: ${reason}`,
      { field },
    );
  }
}
