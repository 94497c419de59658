import type { JsonSchema } from "../options/json-schema.ts";
import { MEMBER_OPTIONS } from "../options/member-options.ts";
import { CONFIG_OPTIONS } from "../options/table.ts";

const PRICE: JsonSchema = {
  type: "object",
  description: "US dollars for a million tokens",
  properties: {
    input: { type: "number", minimum: 0 },
    output: { type: "number", minimum: 0 },
    cachedInput: { type: "number", minimum: 0 },
    cacheWrite: { type: "number", minimum: 0 },
    reasoning: { type: "number", minimum: 0 },
  },
  required: ["input", "output"],
  additionalProperties: false,
};

const LIMITS: JsonSchema = {
  type: "object",
  properties: {
    concurrency: { type: "integer", minimum: 1, description: "calls in flight at once (no limit)" },
    requestsPerMinute: {
      type: "number",
      exclusiveMinimum: 0,
      description: "calls begun in a minute, evenly spaced (no limit)",
    },
  },
  additionalProperties: false,
};

const DEBATER: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", description: "unique in the panel" },
    model: { type: "string", description: "a model id" },
    fallback: {
      description: "takes over when the model has failed for good",
      anyOf: [
        { type: "string" },
        {
          type: "object",
          properties: { model: { type: "string" }, price: PRICE },
          required: ["model"],
          additionalProperties: false,
        },
      ],
    },
    ...Object.fromEntries(
      MEMBER_OPTIONS.map(({ field, kind, help }) => [field, { description: help, ...kind.schema }]),
    ),
    weight: { type: "number", exclusiveMinimum: 0, description: "of its vote under weighted (1)" },
    providerOptions: { type: "object", description: "passed to the provider as it is" },
    price: PRICE,
  },
  additionalProperties: false,
};

/** JSON Schema of `rostrum.config.*`, made from the table of options, for editors. */
export function configSchema(): JsonSchema {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "rostrum config",
    type: "object",
    properties: {
      $schema: { type: "string" },
      default: {
        type: "string",
        description: "name of the panel that is asked when none is named",
      },
      panels: { type: "object", additionalProperties: panelSchema() },
      providers: {
        type: "object",
        description: "how hard each provider may be pressed, by all debates of a process together",
        additionalProperties: LIMITS,
      },
    },
    required: ["panels"],
    additionalProperties: false,
    $defs: { debater: DEBATER },
  };
}

function panelSchema(): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const { path, kind, help, many } of CONFIG_OPTIONS) {
    const one = kind.schema;
    const schema = many ? { anyOf: [one, { type: "array" as const, items: one }] } : one;
    const [first = "", second] = path.split(".");
    if (second === undefined) properties[first] = { description: help, ...schema };
    else {
      const holder = (properties[first] ??= {
        type: "object",
        properties: {},
        additionalProperties: false,
      });
      holder.properties = { ...holder.properties, [second]: { description: help, ...schema } };
    }
  }
  return { type: "object", properties, required: ["debaters"], additionalProperties: false };
}
