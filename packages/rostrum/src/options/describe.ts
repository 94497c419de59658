import { ConfigError } from "../errors.ts";
import { typeName } from "../thrown.ts";
import type { Field, Rule, RuleSet } from "./field.ts";

/** A default as people write it: "2", "agreement:0.8", "no limit"; `null` if there is none. */
export function defaultOf({ default: value, otherwise }: Field): string | null {
  return otherwise ?? (value === undefined ? null : String(value));
}

/** What a field takes, in words: "a whole number, 1 or more". Part of errors and docs. */
export function expected(field: Field): string {
  switch (field.kind) {
    case "whole":
      return `a whole number, ${bounds(field.min, field.max)}`;
    case "number":
      return numberWords(field);
    case "milliseconds":
      return "a number above 0";
    case "boolean":
      return "true or false";
    case "text":
      return "a string";
    case "one_of":
      return field.orCode === undefined
        ? `one of ${quoted(field.values)}`
        : `${quoted(field.values)}, or ${field.orCode}`;
    case "personas":
      return "true, false, or a list with one text per debater";
    case "choices":
      return "two or more options, each a non-empty string";
    case "names":
      return "one or more names, each a non-empty string";
    case "name_groups":
      return "a list of groups, each a list of names, with each name in one group";
    case "seat":
      return "a panel index";
    case "object":
      return "an object";
    case "group":
      return field.form;
    case "calibration":
      return "what calibrate() returned";
    case "certificate":
      return "what certify() returned";
    case "schema":
      return "a Standard Schema validator (zod, valibot, arktype, …) or a JSON Schema";
    case "model":
      return "a model id, an AI SDK model or a function";
    case "debater":
      return "a debater, a model id, an AI SDK model or a function";
    case "compare":
      return '"auto", "rules", a model, or { model, bothOrders }';
    case "sides":
      return '"leaders", a list with one answer per debater, or { answers, turns, swap, consultancy }';
    case "crux":
      return "true, false, or { model }";
    case "fallback":
      return "a model id, an AI SDK model or a function, or { model, price }";
    case "rule":
      return ruleForms(field.rules, field.orCode);
    case "code":
      return field.expected;
  }
}

function numberWords({ min, above, max }: { min?: number; above?: number; max?: number }): string {
  if (above !== undefined) return `a number above ${above}`;
  if (min === undefined) return "a number";
  return max === undefined ? `a number, ${min} or more` : `a number from ${min} to ${max}`;
}

function bounds(min: number, max: number | undefined): string {
  return max === undefined ? `${min} or more` : `${min} to ${max}`;
}

/** The forms of a rule, in words. */
export function ruleForms(rules: RuleSet, orCode: string | undefined): string {
  const more = orCode === undefined ? "" : `, or ${orCode}`;
  return `one of ${quoted(Object.keys(rules))}, as a name or as { type }${more}`;
}

export function quoted(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(", ");
}

/** "agreement[:share], unanimous, …" for help and docs. */
export function ruleNames(rules: RuleSet): string {
  return Object.entries(rules)
    .map(([name, rule]) => ruleName(name, rule))
    .join(", ");
}

export function ruleName(name: string, { colon }: Rule): string {
  return colon === undefined ? name : `${name}[:${colon}]`;
}

export function fail(field: string, wanted: string, came: unknown): never {
  throw new ConfigError(field, `expected ${wanted}, got ${show(came)}`);
}

/** A value as a config would write it, short enough for one line. */
export function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "function") return `a function${value.name ? ` (${value.name})` : ""}`;
  if (typeof value === "bigint" || typeof value === "symbol") return String(value);
  if (typeof value === "number") return String(value);
  let text: string;
  try {
    text = JSON.stringify(value, functionsByName) ?? String(value);
  } catch {
    text = typeName(value);
  }
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** JSON would show a function in a list as null. */
function functionsByName(_key: string, value: unknown): unknown {
  return typeof value === "function" ? `function ${value.name}`.trim() : value;
}
