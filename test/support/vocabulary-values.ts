import fc from "fast-check";
import { mayBeSetBy, type Audience } from "../../packages/core/src/options/json-schema.ts";
import type {
  OptionField,
  OptionFields,
  RuleDefinitions,
} from "../../packages/core/src/options/field.ts";

/** Random values that an option takes as data, drawn from its definition. */
export function valuesOf(field: OptionField, audience: Audience): fc.Arbitrary<unknown> {
  const one = valueOf(field, audience);
  return field.many ? fc.oneof(one, fc.array(one, { minLength: 1, maxLength: 2 })) : one;
}

function valueOf(field: OptionField, audience: Audience): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case "whole":
      return fc.integer({ min: field.min, max: field.max ?? field.requestMax ?? field.min + 5 });
    case "number":
      return numbers(field);
    case "milliseconds":
      return fc.integer({ min: 1, max: 1_000_000 });
    case "boolean":
    case "personas":
      return fc.boolean();
    case "text":
      return fc.constantFrom("plain words", "with: a colon, and a comma");
    case "one_of":
      return fc.constantFrom(...field.values);
    case "choices":
      return fc.uniqueArray(fc.constantFrom("stay", "move", "wait", "ask again"), { minLength: 2 });
    case "names":
      return fc.uniqueArray(fc.constantFrom("city", "why"), { minLength: 1 });
    case "rubric":
      return fc.constantFrom("How clear is it?", ["clarity", "truth"], { clarity: "easy to read" });
    case "scale":
      return fc.constantFrom([1, 5], [0, 10]);
    case "mcp_server":
      return fc.constantFrom(
        { url: "https://tools.example/mcp" },
        { command: ["node", "server.js"] },
      );
    case "words":
      return fc.constantFrom(["true"], ["node", "-e", "with: a colon, and spaces"]);
    case "seat":
      return fc.integer({ min: 0, max: 1 });
    case "quorum":
      return fc.oneof(fc.constant(1), fc.constant({ members: 1 }), fc.constant(2));
    case "schema":
      return fc.constant({ type: "object", properties: { city: { type: "string" } } });
    case "calibration":
      return fc.constant({ version: 1, kinds: {} });
    case "certificate":
      return fc.constant({
        threshold: null,
        rowsNeeded: 9,
        mode: "sure",
        alpha: 0.1,
        delta: 0.1,
        rows: 1,
        promise: "holder",
        calibration: "",
        assumptions: "",
      });
    case "group":
      return objects(field.fields, audience);
    case "rule":
      return rules(field.rules, audience);
    default:
      throw new Error(`no values for ${field.kind}: give them where the option is used`);
  }
}

function numbers({
  min,
  above,
  max,
  below,
}: {
  min?: number;
  above?: number;
  max?: number;
  below?: number;
}) {
  const minimum = min ?? (above ?? 0) + 0.001;
  return fc
    .double({
      min: minimum,
      max: max ?? (below === undefined ? minimum + 100 : below - 0.001),
      noNaN: true,
    })
    .map((value) => value + 0);
}

function objects(fields: OptionFields, audience: Audience): fc.Arbitrary<object> {
  const open = Object.entries(fields).filter(
    ([, field]) => mayBeSetBy(audience, field) && field.kind !== "model",
  );
  const required = open.filter(([, field]) => field.required).map(([name]) => name);
  return fc.record(
    Object.fromEntries(open.map(([name, field]) => [name, valuesOf(field, audience)])),
    { requiredKeys: required },
  );
}

function rules(set: RuleDefinitions, audience: Audience): fc.Arbitrary<unknown> {
  return fc.oneof(
    ...Object.entries(set).flatMap(([type, { fields = {}, shorthand }]) => {
      const fullObjects = objects(fields, audience).map((settings) => ({ type, ...settings }));
      const needs = Object.values(fields).some(({ required }) => required);
      const setting = shorthand === undefined ? undefined : fields[shorthand];
      return [
        fullObjects,
        ...(needs ? [] : [fc.constant(type)]),
        ...(setting === undefined
          ? []
          : [valuesOf(setting, audience).map((value) => `${type}:${String(value)}`)]),
      ];
    }),
  );
}
