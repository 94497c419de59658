import { ConfigError } from "../../errors.ts";
import type { AnswerReader, RuleComparison } from "../../protocol/answer.ts";
import { toJsonSchema, SchemaNode } from "./json-schema.ts";
import { stableJson } from "./stable-json.ts";
import { textReader } from "./text.ts";
import { isPlainObject } from "../../thrown.ts";

/** Comparison of values of a schema. */
export type FieldComparison = Required<
  Pick<AnswerReader, "same" | "compareByRules" | "key" | "shown">
>;

type Value = Record<string, unknown>;

/**
 * Compares values by content, in any order of keys. With `by`, only by the named fields. Strings without a
 * list of options are compared like prose, so the comparison may be open.
 */
export function compareFields(schema: object, by?: readonly string[]): FieldComparison {
  const rootNode = new SchemaNode(toJsonSchema(schema));
  const prose = textReader("");

  function compareByRules(one: unknown, other: unknown): RuleComparison {
    const [a, b] = [pickFields(one, by), pickFields(other, by)];
    return getKey(one) === getKey(other) ? "same" : compareValues(a, b, rootNode);
  }

  function compareValues(a: unknown, b: unknown, node: SchemaNode): RuleComparison {
    if (typeof a === "string" && typeof b === "string") {
      if (a === b) return "same";
      return node.listsOptions() ? "different" : (prose.compareByRules?.(a, b) ?? "open");
    }
    if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
      return combineComparisons(a.map((item, at) => compareValues(item, b[at], node.at(at))));
    }
    if (isPlain(a) && isPlain(b)) {
      const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
      return combineComparisons(
        names.map((name) => compareValues(a[name], b[name], node.at(name))),
      );
    }
    if (stableJson(a) === stableJson(b)) return "same";
    return holdsProse(a, node) || holdsProse(b, node) ? "open" : "different";
  }

  function getKey(value: unknown): string {
    return stableJson(replaceWithKeys(pickFields(value, by), rootNode));
  }

  /** Replaces each string with its key. */
  function replaceWithKeys(value: unknown, node: SchemaNode): unknown {
    if (typeof value === "string") {
      return node.listsOptions() ? value : (prose.key?.(value) ?? value);
    }
    if (Array.isArray(value)) return value.map((item, at) => replaceWithKeys(item, node.at(at)));
    if (!isPlain(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, replaceWithKeys(item, node.at(name))]),
    );
  }

  return {
    compareByRules,
    same: (a, b) => compareByRules(a, b) === "same",
    key: getKey,
    shown: (value) => formatFields(pickFields(value, by)),
  };
}

/** Excludes dates, maps and the like, which are values themselves. */
function isPlain(value: unknown): value is Value {
  return isPlainObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

function combineComparisons(comparisons: readonly RuleComparison[]): RuleComparison {
  if (comparisons.includes("different")) return "different";
  return comparisons.includes("open") ? "open" : "same";
}

function holdsProse(value: unknown, node: SchemaNode): boolean {
  if (typeof value === "string") return !node.listsOptions();
  if (Array.isArray(value)) return value.some((item, at) => holdsProse(item, node.at(at)));
  return (
    isPlain(value) && Object.entries(value).some(([name, item]) => holdsProse(item, node.at(name)))
  );
}

/** Selects the named fields of an object. */
function pickFields(value: unknown, by: readonly string[] | undefined): unknown {
  return by !== undefined && isPlainObject(value)
    ? Object.fromEntries(by.map((name) => [name, value[name] ?? null]))
    : value;
}

/** One field per line. Strings keep their line breaks. */
function formatFields(value: unknown): string {
  if (typeof value === "string") return value;
  if (!isPlain(value)) return stableJson(value);
  return Object.entries(value)
    .map(([name, field]) => `${name}: ${typeof field === "string" ? field : stableJson(field)}`)
    .join("\n");
}

/**
 * If a schema can't be described, checks the fields on the first value: a value with none of them would equal
 * every other value.
 */
export function refuseUnknownFields(value: unknown, by: readonly string[] | undefined): void {
  if (by === undefined || !isPlainObject(value) || by.some((name) => name in value)) return;
  throw new ConfigError(
    "answer.by",
    `expected fields of the answer (${Object.keys(value).join(", ")}), got ${by.join(", ")}`,
  );
}
