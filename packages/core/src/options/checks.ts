import { ConfigError } from "../errors.ts";
import { checkCalibration, checkCertificate } from "./calibration.ts";
import { describeExpected, fail, describeRuleForms } from "./describe.ts";
import { type OptionField, type OptionFields, type RuleDefinitions } from "./field.ts";
import { parseRule } from "./parse-rule.ts";
import { suggestWord } from "./suggest-word.ts";
import { isPlainObject } from "../thrown.ts";

/** Ignores inherited names, such as `constructor`. */
function getOwnValue<T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined {
  return typeof name === "string" && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Rejects unknown options: a typo must not silently fall back to a default. */
export function checkKeys(value: object, knownKeys: readonly string[], path: string): void {
  for (const key of Object.keys(value)) {
    if (knownKeys.includes(key)) continue;
    const message = `unknown option; ${suggestWord(key, knownKeys)}`;
    throw new ConfigError(path === "" ? key : `${path}.${key}`, message);
  }
}

/** Checks a value and fills in the default. Throws a `ConfigError` if the value is invalid. */
export function checkField(field: OptionField, value: unknown, path: string): unknown {
  if (field.many && Array.isArray(value)) {
    return value.map((entry, index) => checkValue(field, entry, `${path}[${index}]`));
  }
  return checkValue(field, value === undefined ? field.default : value, path);
}

function checkValue(field: OptionField, value: unknown, path: string): unknown {
  if (value === undefined) {
    // A missing model or debater is reported later, because the panel may supply it.
    return field.required && !CHECKED_LATER.has(field.kind)
      ? fail(path, describeExpected(field), value)
      : value;
  }
  switch (field.kind) {
    case "choices":
      return checkDistinct(field, value, path, 2);
    case "names":
      return checkDistinct(field, value, path, 1);
    case "rubric":
      return typeof value === "string" && value.trim() !== ""
        ? value
        : checkCriteria(field, value, path);
    case "name_groups":
      if (!Array.isArray(value) || !value.every((list) => Array.isArray(list) && list.length > 0)) {
        return fail(path, describeExpected(field), value);
      }
      checkDistinct(field, value.flat(), path, 1);
      return value;
    case "calibration":
      return checkCalibration(value, path);
    case "certificate":
      return checkCertificate(value, path);
    case "group":
      // Functions and other values of a program are checked where they are used.
      if (field.orCode) return value;
      return isPlainObject(value)
        ? checkGroup(field.fields, value, path)
        : fail(path, describeExpected(field), value);
    case "rule":
      return typeof value === "function" && field.orCode !== undefined
        ? value
        : readRule(field, value, path);
    default:
      return accepts(field, value) ? value : fail(path, describeExpected(field), value);
  }
}

/** True if the field accepts the value unchanged. */
function accepts(field: OptionField, value: unknown): boolean {
  switch (field.kind) {
    case "whole":
      return Number.isSafeInteger(value) && isWithin(field, value as number);
    case "number":
      return isFinite(value) && isWithin(field, value);
    case "milliseconds":
      return isFinite(value) && (value > 0 || value === field.min);
    case "boolean":
      return typeof value === "boolean";
    case "text":
      return typeof value === "string";
    case "words":
      return isWords(value);
    case "personas":
      return typeof value === "boolean" || Array.isArray(value);
    case "one_of":
      return (
        field.values.includes(value as string) ||
        (field.orCode !== undefined && isPlainObject(value))
      );
    case "quorum":
      return isQuorum(value);
    case "scale":
      return isScale(value);
    case "object":
      return isPlainObject(value);
    case "code":
      return hasMethods(value, field.methods);
    default:
      return true;
  }
}

function isQuorum(value: unknown): boolean {
  const isCount = (count: unknown): boolean => Number.isSafeInteger(count) && Number(count) > 0;
  if (!isPlainObject(value)) return isCount(value);
  const { members = 1, vendors = 1, ...unknownFields } = value;
  return isCount(members) && isCount(vendors) && Object.keys(unknownFields).length === 0;
}

/** A program and its arguments. No operating system accepts a null character in them. */
function isWords(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((word) => typeof word === "string" && !word.includes("\0")) &&
    typeof value[0] === "string" &&
    value[0] !== ""
  );
}

function hasMethods(value: unknown, methods: readonly string[] = []): boolean {
  const port = (value ?? {}) as Record<string, unknown>;
  return methods.every((method) => typeof port[method] === "function");
}

/** Kinds that are checked later, when the panel, the models and the program's objects are known. */
const CHECKED_LATER: ReadonlySet<OptionField["kind"]> = new Set([
  "seat",
  "schema",
  "model",
  "debater",
  "fallback",
  "compare",
  "sides",
  "crux",
  "code",
]);

function isFinite(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isWithin(
  { min, above, max, below }: { min?: number; above?: number; max?: number; below?: number },
  value: number,
): boolean {
  return (
    (min === undefined || value >= min) &&
    (above === undefined || value > above) &&
    (max === undefined || value <= max) &&
    (below === undefined || value < below)
  );
}

function checkDistinct(
  field: OptionField,
  value: unknown,
  path: string,
  minLength: number,
): unknown {
  const list: unknown[] = Array.isArray(value) ? value : [];
  const isText = (entry: unknown): boolean => typeof entry === "string" && entry.trim() !== "";
  if (list.length < minLength || !list.every(isText)) fail(path, describeExpected(field), value);
  const noun = field.kind === "choices" ? "options" : "names";
  if (new Set(list).size !== list.length) fail(path, `distinct ${noun}`, value);
  return value;
}

/** Names of criteria, or descriptions by name. `total` is computed, so it can't be a criterion. */
function checkCriteria(field: OptionField, value: unknown, path: string): unknown {
  const names = isPlainObject(value) ? Object.keys(value) : value;
  checkDistinct(field, names, path, 1);
  if ((names as string[]).includes("total")) {
    fail(path, "criteria other than total, which is their mean", value);
  }
  const meanings = isPlainObject(value) ? Object.values(value) : [];
  if (meanings.some((meaning) => typeof meaning !== "string"))
    fail(path, describeExpected(field), value);
  return value;
}

function isScale(value: unknown): boolean {
  const [low, high, ...rest] = Array.isArray(value) ? (value as unknown[]) : [];
  return rest.length === 0 && isFinite(low) && isFinite(high) && low < high;
}

/** Checks every field of an object and fills in the defaults. */
export function checkGroup<T extends object>(
  fields: OptionFields<keyof T & string>,
  value: unknown,
  path: string,
): T {
  if (!isPlainObject(value)) return fail(path || "config", "an object", value);
  checkKeys(value, Object.keys(fields), path);
  const checked: Record<string, unknown> = {};
  for (const [key, field] of Object.entries<OptionField>(fields)) {
    const fieldValue = checkField(field, value[key], path === "" ? key : `${path}.${key}`);
    if (fieldValue !== undefined) checked[key] = fieldValue;
  }
  return checked as T;
}

/** Reads a rule from a name, `name:setting` or a plain object, and fills in its defaults. */
export function readRule(
  { rules, orCode }: { rules: RuleDefinitions; orCode?: string },
  value: unknown,
  path: string,
): { type: string } & Record<string, unknown> {
  const refuse = (): never => fail(path, describeRuleForms(rules, orCode), value);
  const spec =
    typeof value === "string" && !Object.hasOwn(rules, value)
      ? parseRule(rules, value, (expected) =>
          value.includes(":") ? fail(path, expected, value) : refuse(),
        )
      : typeof value === "string"
        ? { type: value }
        : value;
  const type = isPlainObject(spec) ? spec["type"] : undefined;
  const rule = getOwnValue(rules, type);
  if (!isPlainObject(spec) || rule === undefined) return refuse();
  checkKeys(spec, ["type", ...Object.keys(rule.fields ?? {})], path);
  const { type: name, ...settings } = spec;
  return Object.assign({ type: name as string }, checkGroup(rule.fields ?? {}, settings, path));
}

/** Settings of rules that have no default. */
export type WithoutDefault =
  | "calibration"
  | "certificate"
  | "model"
  | "options"
  | "tolerance"
  | "schema";

/** A rule with its defaults filled in. */
export type Filled<T> = T extends unknown
  ? Required<Omit<T, WithoutDefault>> & Pick<T, Extract<keyof T, WithoutDefault>>
  : never;

/** Fills in the defaults of a rule, without checking it. */
export function fillDefaults<T extends { type: string }>(
  rules: RuleDefinitions,
  rule: T,
): Filled<T> {
  const filled: Record<string, unknown> = { ...rule };
  for (const [name, field] of Object.entries(rules[rule.type]?.fields ?? {})) {
    if (filled[name] === undefined && field.default !== undefined) filled[name] = field.default;
    else if (filled[name] === undefined) delete filled[name];
  }
  return filled as unknown as Filled<T>;
}
