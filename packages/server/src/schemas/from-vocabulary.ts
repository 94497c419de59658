import { z } from "zod";
import type { Debater } from "@rostrum/core/protocol";
import { DEBATER, objectSchema, type OptionFields } from "@rostrum/core/options";

/** A configured model's id, or a debater with settings. */
export type DebaterRequest =
  | string
  | (Pick<
      Debater,
      | "name"
      | "instructions"
      | "temperature"
      | "weight"
      | "maxOutputTokens"
      | "reasoningEffort"
      | "sees"
    > & { model: string });

const modelId: z.ZodType<string> = z
  .string()
  .min(1)
  .max(200)
  .describe("The id of a configured model, never an address.");

/** A model id, or a debater with the settings that a request may choose. */
export const debater: z.ZodType<DebaterRequest> = z.lazy(() =>
  z
    .union([modelId, z.strictObject({ ...buildRequestShape(DEBATER), model: modelId })])
    .meta({ id: "Debater", description: "A model id, or a debater with settings." }),
);

/**
 * The fields that a request may set, each optional unless the vocabulary requires it. This checks their shape; the
 * engine checks their meaning.
 */
export function buildRequestShape(fields: OptionFields): Record<string, z.ZodType> {
  const { properties = {}, required = [] } = objectSchema(fields, "anyone");
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const isDebater = fields[name]?.kind === "debater";
      const type = isDebater ? debater : z.fromJSONSchema(schema);
      return [name, required.includes(name) ? type : type.optional()];
    }),
  );
}
