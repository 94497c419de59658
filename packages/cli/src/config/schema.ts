import {
  CONFIG,
  DEBATER,
  DEBATER_REF,
  objectSchema,
  TOOLS,
  type JsonSchemaDocument,
} from "@rostrum/core/options";
import { makeSettingsSchema } from "@rostrum/server/settings";

const PROVIDER_LIMITS: JsonSchemaDocument = {
  type: "object",
  properties: {
    concurrency: {
      type: "integer",
      minimum: 1,
      description: "Calls in flight at once. Default: no limit.",
    },
    requestsPerMinute: {
      type: "number",
      exclusiveMinimum: 0,
      description: "Calls that begin within a minute, evenly spaced. Default: no limit.",
    },
  },
  additionalProperties: false,
};

/** JSON Schema of `rostrum.config.*` for editors, generated from the option definitions. */
export function makeConfigSchema(): JsonSchemaDocument {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "rostrum config",
    type: "object",
    properties: {
      $schema: { type: "string" },
      default: { type: "string", description: "Name of the panel that is used if none is named." },
      panels: { type: "object", additionalProperties: objectSchema(CONFIG, "operator") },
      providers: {
        type: "object",
        description: "How many calls may be made to each provider, over all debates of a process.",
        additionalProperties: PROVIDER_LIMITS,
      },
      tools: {
        description: "Tools for every member of every panel.",
        ...objectSchema(TOOLS, "operator"),
      },
      server: {
        ...makeSettingsSchema(),
        description: "Settings of `rostrum serve`: users, limits, webhooks, retention.",
      },
    },
    required: ["panels"],
    additionalProperties: false,
    $defs: { [DEBATER_REF.slice("#/$defs/".length)]: objectSchema(DEBATER, "operator") },
  };
}
