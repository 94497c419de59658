import { defaultOf } from "./describe.ts";
import { reachOf, type Field, type Fields, type Reach, type Rule, type RuleSet } from "./field.ts";

/** As much of JSON Schema as a config needs. */
export interface JsonSchema {
  $schema?: string;
  $defs?: Record<string, JsonSchema>;
  $ref?: string;
  title?: string;
  description?: string;
  type?: "string" | "number" | "integer" | "boolean" | "object" | "array";
  const?: string;
  enum?: readonly string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
}

/** Who a schema is for. It leaves out what that person may not set. */
export type Audience = Exclude<Reach, "code">;

const ORDER: readonly Reach[] = ["code", "operator", "anyone"];

/** Whether this audience may set a field. */
export function mayBeSetBy(audience: Audience, field: Field): boolean {
  return ORDER.indexOf(reachOf(field)) >= ORDER.indexOf(audience);
}

export const DEBATER_REF = "#/$defs/debater";

/** The fields that an audience may set, as one object. */
export function objectSchema(fields: Fields, audience: Audience): JsonSchema {
  const open = Object.entries(fields).filter(([, field]) => mayBeSetBy(audience, field));
  const required = open.filter(([, field]) => field.required).map(([key]) => key);
  return closedObject(
    Object.fromEntries(open.map(([key, field]) => [key, fieldSchema(field, audience)])),
    required,
  );
}

/** One field, with its sentence and its default. */
export function fieldSchema(field: Field, audience: Audience): JsonSchema {
  const one = valueSchema(field, audience);
  const schema = field.many ? { anyOf: [one, { type: "array" as const, items: one }] } : one;
  return { description: described(field), ...schema };
}

export function described(field: Field): string {
  const fallback = defaultOf(field);
  return fallback === null ? field.about : `${field.about} Default: ${fallback}.`;
}

const ANSWERS_OF_SIDES: JsonSchema[] = [
  { enum: ["leaders"] },
  { type: "array", items: { type: "string" }, minItems: 2 },
];

const TEXTS: JsonSchema = { type: "array", items: { type: "string" } };

/** The kinds whose schema is always the same. */
const SCHEMAS: Partial<Record<Field["kind"], JsonSchema>> = {
  milliseconds: { type: "number", exclusiveMinimum: 0 },
  boolean: { type: "boolean" },
  personas: { anyOf: [{ type: "boolean" }, TEXTS] },
  text: { type: "string" },
  choices: { ...TEXTS, minItems: 2, uniqueItems: true },
  names: { ...TEXTS, minItems: 1, uniqueItems: true },
  name_groups: { type: "array", items: { ...TEXTS, minItems: 1 }, minItems: 1 },
  seat: { type: "integer", minimum: 0 },
  // A config may name a file that holds it.
  calibration: { anyOf: [{ type: "object" }, { type: "string" }] },
  certificate: { anyOf: [{ type: "object" }, { type: "string" }] },
  fallback: { anyOf: [{ type: "string" }, { type: "object" }] },
  sides: {
    anyOf: [
      ...ANSWERS_OF_SIDES,
      closedObject(
        {
          answers: { anyOf: ANSWERS_OF_SIDES },
          turns: { enum: ["together", "alternate"] },
          swap: { type: "boolean" },
          consultancy: { type: "boolean" },
        },
        ["answers"],
      ),
    ],
  },
};

function valueSchema(field: Field, audience: Audience): JsonSchema {
  const { requestMax } = field;
  const most = audience === "anyone" && requestMax !== undefined ? { maximum: requestMax } : {};
  const model = modelSchema(audience);
  switch (field.kind) {
    case "whole":
      return {
        type: "integer",
        minimum: field.min,
        ...(field.max === undefined ? most : { maximum: field.max }),
      };
    case "number":
      return {
        type: "number",
        ...(field.min === undefined ? {} : { minimum: field.min }),
        ...(field.above === undefined ? {} : { exclusiveMinimum: field.above }),
        ...(field.max === undefined ? most : { maximum: field.max }),
      };
    case "model":
      return model;
    case "one_of":
      return { enum: field.values };
    case "debater":
      return { anyOf: [model, { $ref: DEBATER_REF }] };
    case "compare":
      return { anyOf: [model, closedObject({ model, bothOrders: { type: "boolean" } })] };
    case "crux":
      return { anyOf: [{ type: "boolean" }, closedObject({ model })] };
    case "group":
      return objectSchema(field.fields, audience);
    case "rule":
      return ruleSchema(field.rules, audience);
    default:
      return SCHEMAS[field.kind] ?? { type: "object" };
  }
}

/** An object with these properties and no others. */
function closedObject(
  properties: Record<string, JsonSchema>,
  required: readonly string[] = [],
): JsonSchema {
  return {
    type: "object",
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** A program is a model in configs only: a request can't say what is to be run. */
function modelSchema(audience: Audience): JsonSchema {
  if (audience === "anyone") return { type: "string" };
  const command = closedObject(
    {
      command: { ...TEXTS, minItems: 1 },
      env: TEXTS,
      cwd: { type: "string" },
      costUsd: { type: "number", minimum: 0 },
    },
    ["command"],
  );
  return { anyOf: [{ type: "string" }, command] };
}

function ruleSchema(rules: RuleSet, audience: Audience): JsonSchema {
  const entries = Object.entries(rules);
  const names = entries.filter(([, { fields = {} }]) => !needsSettings(fields));
  const coloned = entries.filter(([, { colon }]) => colon !== undefined);
  return {
    anyOf: [
      { enum: names.map(([name]) => name) },
      { type: "string", pattern: `^(${coloned.map(([name]) => name).join("|")}):` },
      ...entries.map(([name, rule]) => objectForm(name, rule, audience)),
    ],
  };
}

function needsSettings(fields: Fields): boolean {
  return Object.values(fields).some(({ required }) => required);
}

function objectForm(name: string, { about, fields = {} }: Rule, audience: Audience): JsonSchema {
  const { properties, required = [] } = objectSchema(fields, audience);
  const settings = { type: { const: name }, ...properties };
  return { description: about, ...closedObject(settings, ["type", ...required]) };
}
