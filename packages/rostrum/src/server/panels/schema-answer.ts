import type { StandardSchemaV1 } from "@standard-schema/spec";
import { fromJSONSchema, registry } from "zod";
import { createSchemaKind } from "../../api/index.ts";
import type { JsonKind } from "../../protocol/answer.ts";
import { measureSize } from "../guard/json-bounds.ts";
import { invalidRequest } from "../http-error.ts";
import { computeSchemaCost, SchemaRefused, type SchemaCost } from "./schema-cost.ts";

const MOST_CHARACTERS = 100_000;
/** How often subschemas may be applied to the values of one reply. */
const MOST_WORK = 1_000_000;

type Validator = StandardSchemaV1<unknown, unknown>["~standard"];

/** A JSON Schema from a request as an answer kind. It validates, and models see it unchanged. */
export function createSchemaAnswer(schema: Record<string, unknown>, field: string): JsonKind {
  const { cost, validator } = compileSchema(schema, field);
  return createSchemaKind(schema, (value) =>
    isAffordable(value, cost)
      ? validator.validate(value)
      : { issues: [{ message: "it is too large to check against this schema" }] },
  );
}

function compileSchema(
  schema: Record<string, unknown>,
  field: string,
): { cost: SchemaCost; validator: Validator } {
  const characters = JSON.stringify(schema).length;
  try {
    if (characters > MOST_CHARACTERS) {
      throw new SchemaRefused(
        `expected a schema of at most ${MOST_CHARACTERS} characters, got ${characters}`,
      );
    }
    const cost = computeSchemaCost(schema);
    // In a separate registry, so that a request's schema names don't mix with the server's.
    return { cost, validator: fromJSONSchema(schema, { registry: registry() })["~standard"] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message =
      error instanceof SchemaRefused
        ? reason
        : `expected a JSON Schema that answers can be checked against: ${reason}`;
    throw invalidRequest(field, message);
  }
}

function isAffordable(value: unknown, { breadth, growth }: SchemaCost): boolean {
  const { levels, values } = measureSize(value, 1000, MOST_WORK);
  return values * breadth * growth ** levels <= MOST_WORK;
}
