/** Libraries that can describe a schema as JSON Schema offer this next to their validator. */
interface JsonSchemaSource {
  output(options: { target: string }): object;
}

/** A JSON Schema, or a part of one. */
export type JsonSchema = Record<string, unknown>;

/** A validator's schema as JSON Schema; `null` if its library can't describe it. */
export function describeSchema(schema: object): JsonSchema | null {
  const standard = (schema as { "~standard"?: { jsonSchema?: JsonSchemaSource } })["~standard"];
  try {
    const { $schema: _dialect, ...rest } = (standard?.jsonSchema?.output({
      target: "draft-2020-12",
    }) ?? {}) as JsonSchema;
    return Object.keys(rest).length > 0 ? rest : null;
  } catch {
    return null;
  }
}
