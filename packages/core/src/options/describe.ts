import { ConfigError } from "../errors.ts";
import { typeName } from "../thrown.ts";
import type { OptionField, RuleDefinition, RuleDefinitions } from "./field.ts";
import { shorten } from "../format.ts";

/** A default as text: "2", "agreement:0.8", "no limit". `null` if there is none. */
export function formatDefault({ default: value, otherwise }: OptionField): string | null {
  return otherwise ?? (value === undefined ? null : String(value));
}

/** Expected values of the kinds without settings. */
const EXPECTED_VALUES = {
  boolean: "true or false",
  text: "a string",
  personas: "true, false, or a list with one text per debater",
  choices: "two or more choices, such as choice:yes,no",
  names: "one or more names, each a non-empty string",
  rubric: "a text, one or more names of criteria, or an object with a description per criterion",
  scale: "two numbers, the lower one first",
  name_groups: "a list of groups, each a list of names, with each name in one group",
  seat: "a panel index",
  quorum: "a whole number, 1 or more, or { members, vendors }",
  words: 'a list with a program and its arguments, such as ["node", "check.js"]',
  mcp_server: "{ command } or { url }, with `allow` if need be",
  object: "an object",
  calibration: "what calibrate() returned",
  certificate: "what certify() returned",
  schema: "a Standard Schema validator (zod, valibot, arktype, …) or a JSON Schema",
  model: "a model id, an AI SDK model or a function",
  debater: "a debater, a model id, an AI SDK model or a function",
  compare: '"auto", "rules", a model, or { model, bothOrders }',
  sides: '"leaders", a list with one answer per debater, or { answers, turns, swap, consultancy }',
  crux: "true, false, or { model }",
  fallback: "a model id, an AI SDK model or a function, or { model, price }",
} satisfies Partial<Record<OptionField["kind"], string>>;

/** Describes the values that a field accepts, for errors and docs: "a whole number, 1 or more". */
export function describeExpected(field: OptionField): string {
  switch (field.kind) {
    case "whole":
      return `a whole number, ${field.min} ${field.max === undefined ? "or more" : `to ${field.max}`}`;
    case "number": {
      const { min, above, max, below } = field;
      if (above !== undefined)
        return `a number above ${above}${below === undefined ? "" : ` and below ${below}`}`;
      if (min === undefined) return "a number";
      return max === undefined ? `a number, ${min} or more` : `a number from ${min} to ${max}`;
    }
    case "milliseconds":
      return field.min === undefined ? "a number above 0" : "a number, 0 or more";
    case "one_of":
      return field.orCode === undefined
        ? `one of ${quoteAll(field.values)}`
        : `${quoteAll(field.values)}, or ${field.orCode}`;
    case "group":
      return field.form;
    case "rule":
      return describeRuleForms(field.rules, field.orCode);
    case "code":
      return field.expected;
    default:
      return EXPECTED_VALUES[field.kind];
  }
}

export function describeRuleForms(rules: RuleDefinitions, orCode: string | undefined): string {
  const codeForm = orCode === undefined ? "" : `, or ${orCode}`;
  return `one of ${quoteAll(Object.keys(rules))}, as a name or as { type }${codeForm}`;
}

export function quoteAll(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(", ");
}

/** Lists rules for help and docs: "agreement[:share], unanimous, …". */
export function listRuleNames(rules: RuleDefinitions): string {
  return Object.entries(rules)
    .map(([name, rule]) => formatRuleName(name, rule))
    .join(", ");
}

export function formatRuleName(name: string, { shorthand }: RuleDefinition): string {
  return shorthand === undefined ? name : `${name}[:${shorthand}]`;
}

export function fail(field: string, expected: string, received: unknown): never {
  throw new ConfigError(field, `expected ${expected}, got ${formatValue(received)}`);
}

/** A value as written in a config, shortened to one line. */
export function formatValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "function") return `a function${value.name ? ` (${value.name})` : ""}`;
  if (typeof value === "bigint" || typeof value === "symbol") return String(value);
  if (typeof value === "number") return String(value);
  let text: string;
  try {
    text = JSON.stringify(value, replaceFunctions) ?? String(value);
  } catch {
    text = typeName(value);
  }
  return shorten(text, 80);
}

/** Replaces functions with their names, because JSON writes a function in a list as null. */
function replaceFunctions(_key: string, value: unknown): unknown {
  return typeof value === "function" ? `function ${value.name}`.trim() : value;
}
