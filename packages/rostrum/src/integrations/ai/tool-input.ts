import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";

/** What an agent passes to the panel. */
export interface DebateToolInput {
  question: string;
  context?: string | undefined;
}

const SCHEMA = {
  type: "object",
  properties: {
    question: {
      type: "string",
      description: "The question, with all that is needed to answer it.",
    },
    context: { type: "string", description: "Material the panel should read first." },
  },
  required: ["question"],
};

function validate(value: unknown): StandardSchemaV1.Result<DebateToolInput> {
  const { question, context } = (value ?? {}) as Record<string, unknown>;
  if (typeof question !== "string") return wrong("question", "a text", question);
  if (context === undefined) return { value: { question } };
  if (typeof context !== "string") return wrong("context", "a text, or nothing", context);
  return { value: { question, context } };
}

function wrong(field: string, expected: string, got: unknown): StandardSchemaV1.FailureResult {
  return { issues: [{ message: `expected ${expected}, got ${typeof got}`, path: [field] }] };
}

/** Written by hand, because two fields are not worth loading a validation library. */
export const toolInput: StandardSchemaV1<DebateToolInput> & StandardJSONSchemaV1<DebateToolInput> =
  {
    "~standard": {
      version: 1,
      vendor: "rostrum",
      validate,
      jsonSchema: { input: () => SCHEMA, output: () => SCHEMA },
    },
  };
