import type { core } from "zod";
import { PRICE } from "./debater.ts";
import { formatDefault } from "./describe.ts";
import { MCP_SERVER } from "./tools.ts";
import {
  getReach,
  type OptionField,
  type OptionFields,
  type OptionReach,
  type RuleDefinitions,
} from "./field.ts";

export type JsonSchemaDocument = core.JSONSchema.JSONSchema;

/** Reader of a schema. Fields that they may not set are left out. */
export type Audience = Exclude<OptionReach, "code">;

/** Bounds on requests. Programs and operators have none. */
const MAX_TEXT_CHARS = 20_000;
const MAX_NAME_CHARS = 200;
const MAX_CHOICE_CHARS = 500;
const MAX_LIST_ITEMS = 100;
const MAX_RULES = 8;

const REACH_ORDER: readonly OptionReach[] = ["code", "operator", "anyone"];

export function mayBeSetBy(audience: Audience, field: OptionField): boolean {
  return REACH_ORDER.indexOf(getReach(field)) >= REACH_ORDER.indexOf(audience);
}

export const DEBATER_REF = "#/$defs/debater";

/** Schema of one object with the fields that an audience may set. */
export function objectSchema(fields: OptionFields, audience: Audience): JsonSchemaDocument {
  const settableFields = Object.entries(fields).filter(([, field]) => mayBeSetBy(audience, field));
  const required = settableFields.filter(([, field]) => field.required).map(([key]) => key);
  return closedObject(
    Object.fromEntries(settableFields.map(([key, field]) => [key, fieldSchema(field, audience)])),
    required,
  );
}

/** Schema of one field, with its description and default. */
export function fieldSchema(field: OptionField, audience: Audience): JsonSchemaDocument {
  const one = valueSchema(field, audience);
  const minItems = audience === "anyone" ? 1 : undefined;
  const list = listSchema(one, audience, minItems, MAX_RULES);
  const schema = field.many ? { anyOf: [one, list] } : one;
  return { description: describeField(field), ...schema };
}

function describeField(field: OptionField): string {
  const fallback = formatDefault(field);
  return fallback === null ? field.about : `${field.about} Default: ${fallback}.`;
}

function textSchema(audience: Audience, maxLength = MAX_TEXT_CHARS): JsonSchemaDocument {
  return audience === "anyone" ? { type: "string", maxLength } : { type: "string" };
}

function nameSchema(audience: Audience, maxLength = MAX_NAME_CHARS): JsonSchemaDocument {
  const text = textSchema(audience, maxLength);
  return audience === "anyone" ? { ...text, minLength: 1 } : text;
}

function listSchema(
  items: JsonSchemaDocument,
  audience: Audience,
  minItems?: number,
  maxItems = MAX_LIST_ITEMS,
): JsonSchemaDocument {
  return {
    type: "array",
    items,
    ...(minItems === undefined ? {} : { minItems }),
    ...(audience === "anyone" ? { maxItems } : {}),
  };
}

function sideAnswerSchemas(audience: Audience): JsonSchemaDocument[] {
  return [{ enum: ["leaders"] }, listSchema(nameSchema(audience, 2000), audience, 2)];
}

function sidesObject(audience: Audience): JsonSchemaDocument {
  const properties: Record<string, JsonSchemaDocument> = {
    answers: { anyOf: sideAnswerSchemas(audience) },
    turns: { enum: ["together", "alternate"] },
    swap: { type: "boolean" },
    consultancy: { type: "boolean" },
  };
  return closedObject(properties, ["answers"]);
}

/** An object with these properties and no others. */
function closedObject(
  properties: Record<string, JsonSchemaDocument>,
  required: string[] = [],
): JsonSchemaDocument {
  return {
    type: "object",
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function valueSchema(field: OptionField, audience: Audience): JsonSchemaDocument {
  const { requestMax } = field;
  const maximum = audience === "anyone" && requestMax !== undefined ? { maximum: requestMax } : {};
  const model = modelSchema(audience);
  switch (field.kind) {
    case "whole":
      return {
        type: "integer",
        minimum: field.min,
        ...(field.max === undefined ? maximum : { maximum: field.max }),
      };
    case "number":
      return {
        type: "number",
        ...(field.min === undefined ? {} : { minimum: field.min }),
        ...(field.above === undefined ? {} : { exclusiveMinimum: field.above }),
        ...(field.max === undefined ? maximum : { maximum: field.max }),
        ...(field.below === undefined ? {} : { exclusiveMaximum: field.below }),
      };
    case "milliseconds":
      return {
        type: "number",
        ...(field.min === undefined ? { exclusiveMinimum: 0 } : { minimum: field.min }),
        ...maximum,
      };
    case "boolean":
      return { type: "boolean" };
    case "personas":
      return { anyOf: [{ type: "boolean" }, listSchema(textSchema(audience), audience)] };
    case "text":
      return textSchema(audience, field.maxLength);
    case "model":
      return model;
    case "one_of":
      return { enum: [...field.values] };
    case "choices":
      return {
        ...listSchema(nameSchema(audience, MAX_CHOICE_CHARS), audience, 2),
        uniqueItems: true,
      };
    case "names":
      return { ...listSchema(nameSchema(audience), audience, 1), uniqueItems: true };
    case "rubric":
      return {
        anyOf: [
          textSchema(audience),
          { ...listSchema(nameSchema(audience), audience, 1), uniqueItems: true },
          { type: "object", minProperties: 1, additionalProperties: textSchema(audience) },
        ],
      };
    case "scale":
      return { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 };
    case "name_groups":
      return listSchema(listSchema(nameSchema(audience), audience, 1), audience, 1);
    case "words":
      return { type: "array", items: { type: "string" }, minItems: 1 };
    case "seat":
      return { type: "integer", minimum: 0 };
    case "quorum": {
      const count: JsonSchemaDocument = { type: "integer", minimum: 1 };
      return { anyOf: [count, closedObject({ members: count, vendors: count })] };
    }
    // A config may name a file instead.
    case "calibration":
    case "certificate":
      return { anyOf: [{ type: "object" }, { type: "string" }] };
    case "object":
    case "schema":
    case "code":
      return { type: "object" };
    case "debater":
      return { anyOf: [model, { $ref: DEBATER_REF }] };
    case "compare":
      return {
        anyOf: [
          model,
          closedObject({ model, bothOrders: { type: "boolean" }, ...priceSchema(audience) }),
        ],
      };
    case "crux":
      return { anyOf: [{ type: "boolean" }, closedObject({ model, ...priceSchema(audience) })] };
    case "sides":
      return { anyOf: [...sideAnswerSchemas(audience), sidesObject(audience)] };
    case "fallback":
      return { anyOf: [{ type: "string" }, { type: "object" }] };
    case "mcp_server":
      return objectSchema(MCP_SERVER, audience);
    case "group":
      return objectSchema(field.fields, audience);
    case "rule":
      return ruleSchema(field.rules, audience);
  }
}

/** Only operators set prices: a request could set a price that defeats the limits. */
function priceSchema(audience: Audience): Record<string, JsonSchemaDocument> {
  return audience === "anyone" ? {} : { price: objectSchema(PRICE, audience) };
}

/** Only configs may use a program as a model: a request can't start programs. */
function modelSchema(audience: Audience): JsonSchemaDocument {
  if (audience === "anyone") return nameSchema(audience);
  const texts: JsonSchemaDocument = { type: "array", items: { type: "string" } };
  const properties: Record<string, JsonSchemaDocument> = {
    command: { ...texts, minItems: 1 },
    env: texts,
    cwd: { type: "string" },
    costUsd: { type: "number", minimum: 0 },
  };
  const command = closedObject(properties, ["command"]);
  return { anyOf: [{ type: "string" }, command] };
}

/** Pattern of a rule's short forms, such as `agreement:0.8`. */
export function makeShorthandPattern(rules: RuleDefinitions): string {
  const names = Object.entries(rules).filter(([, { shorthand }]) => shorthand !== undefined);
  return `^(${names.map(([name]) => name).join("|")}):`;
}

function ruleSchema(rules: RuleDefinitions, audience: Audience): JsonSchemaDocument {
  const entries = Object.entries(rules);
  const names = entries.filter(
    ([, { fields = {} }]) => !Object.values(fields).some(({ required }) => required),
  );
  return {
    anyOf: [
      { enum: names.map(([name]) => name) },
      { type: "string", pattern: makeShorthandPattern(rules) },
      ...entries.map(([name, { about, fields = {} }]) => {
        const { properties, required = [] } = objectSchema(fields, audience);
        const settings = { type: { const: name }, ...properties };
        return { description: about, ...closedObject(settings, ["type", ...required]) };
      }),
    ],
  };
}
