import { z } from "zod";
import type { Debater } from "../../protocol/options.ts";
import {
  DEBATER,
  described,
  mayBeSetBy,
  type Field,
  type Fields,
  type Rule,
  type RuleSet,
} from "../../options/index.ts";

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

/** Longest text that a request may put into one option. */
const LONGEST_TEXT = 20_000;

/** Most entries in a list that a request may send. */
const LONGEST_LIST = 100;

/** Most rules in a list. */
const MOST_RULES = 8;

const nameList = z.array(z.string().min(1).max(200)).min(1).max(LONGEST_LIST);

const choices = z
  .array(z.string().min(1).max(500))
  .min(2)
  .max(LONGEST_LIST)
  .meta({ description: `2 to ${LONGEST_LIST} options of at most 500 characters.` });

const answersOfSides = z.union([
  z.literal("leaders"),
  z.array(z.string().min(1).max(2000)).min(2).max(LONGEST_LIST),
]);

/** The fields that a request may set, each optional unless the vocabulary requires it. */
export function buildRequestShape(fields: Fields): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!mayBeSetBy("anyone", field)) continue;
    const schema = buildRequestField(field);
    const whole = schema.meta({ description: described(field), ...schema.meta() });
    shape[name] = field.required ? whole : whole.optional();
  }
  return shape;
}

const modelId: z.ZodType<string> = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: "The id of a configured model, never an address." });

/** A model id, or a debater with the settings that a request may choose. */
export const debater: z.ZodType<DebaterRequest> = z.lazy(() =>
  z
    .union([modelId, z.strictObject({ ...buildRequestShape(DEBATER), model: modelId })])
    .meta({ id: "Debater", description: "A model id, or a debater with settings." }),
);

/** One option as a request may give it. This checks its shape; the engine checks its meaning. */
export function buildRequestField(field: Field): z.ZodType {
  const one = buildRequestValue(field);
  return field.many ? z.union([one, z.array(one).min(1).max(MOST_RULES)]) : one;
}

function buildRequestValue(field: Field): z.ZodType {
  switch (field.kind) {
    case "whole":
      return z
        .int()
        .min(field.min)
        .max(field.max ?? field.requestMax ?? Number.MAX_SAFE_INTEGER);
    case "number":
      return buildNumber(field);
    case "milliseconds":
      return z
        .number()
        .positive()
        .max(field.requestMax ?? Number.MAX_VALUE);
    case "boolean":
      return z.boolean();
    case "personas":
      return z.union([z.boolean(), z.array(z.string().max(LONGEST_TEXT)).max(LONGEST_LIST)]);
    case "text":
      return z.string().max(field.longest ?? LONGEST_TEXT);
    case "one_of":
      return z.enum(field.values as [string, ...string[]]);
    case "choices":
      return choices;
    case "names":
      return nameList;
    case "name_groups":
      return z.array(nameList).min(1).max(LONGEST_LIST);
    case "seat":
      return z.int().min(0);
    case "schema":
      return z
        .record(z.string(), z.unknown())
        .meta({ description: "A JSON Schema that the answer must fit." });
    case "object":
      return z.record(z.string(), z.unknown());
    case "model":
      return modelId;
    case "compare":
      return z.union([
        modelId.meta({ description: '"auto", "rules", or the id of a configured model.' }),
        z.strictObject({ model: modelId.optional(), bothOrders: z.boolean().optional() }),
      ]);
    case "sides":
      return z.union([
        answersOfSides,
        z.strictObject({
          answers: answersOfSides,
          turns: z.enum(["together", "alternate"]).optional(),
          swap: z.boolean().optional(),
          consultancy: z.boolean().optional(),
        }),
      ]);
    case "crux":
      return z.union([z.boolean(), z.strictObject({ model: modelId.optional() })]);
    case "debater":
      return debater;
    case "group":
      return z.strictObject(buildRequestShape(field.fields));
    case "rule":
      return buildRequestRule(field.rules);
    default:
      throw new Error(`a request can't contain a ${field.kind}`);
  }
}

function buildNumber({
  min,
  above,
  max,
}: {
  min?: number;
  above?: number;
  max?: number;
}): z.ZodType {
  let schema = z.number();
  if (min !== undefined) schema = schema.min(min);
  if (above !== undefined) schema = schema.gt(above);
  return max === undefined ? schema : schema.max(max);
}

/** A name, a name with its setting after a colon, or an object. */
function buildRequestRule(rules: RuleSet): z.ZodType {
  const names = Object.keys(rules);
  const withColon = names.filter((name) => rules[name]?.colon !== undefined);
  return z.union([
    z.enum(names as [string, ...string[]]),
    z
      .string()
      .max(LONGEST_TEXT)
      .regex(new RegExp(`^(?:${withColon.join("|")}):`), `expected one of ${names.join(", ")}`),
    ...Object.entries(rules).map(([name, rule]) => buildRuleObject(name, rule)),
  ]);
}

function buildRuleObject(name: string, { about, fields = {} }: Rule): z.ZodType {
  return z
    .strictObject({ type: z.literal(name), ...buildRequestShape(fields) })
    .meta({ description: about });
}
