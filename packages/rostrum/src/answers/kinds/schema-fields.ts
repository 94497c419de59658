import { describeSchema } from "./describe-schema.ts";
import { SchemaNode } from "./schema-node.ts";

/** Whether texts in the compared fields may be prose; `null` schemas say nothing, so they may. */
export function mayHoldProse(schema: object, by?: readonly string[]): boolean {
  const described = describeSchema(schema);
  if (described === null) return true;
  const node = new SchemaNode(described);
  return by === undefined ? node.mayBeProse() : by.some((name) => node.at(name).mayBeProse());
}

/** A field to compare by that the schema doesn't have; `null` if all are there or the schema can't be described. */
export function unknownField(schema: object, by: readonly string[]): string | null {
  const names = new SchemaNode(describeSchema(schema)).fieldNames();
  return names === null ? null : (by.find((name) => !names.has(name)) ?? null);
}
