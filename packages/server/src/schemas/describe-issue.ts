import type { z } from "zod";
import { formatCount } from "@rostrum/core/export";
import { CONFIG, makeShorthandPattern } from "@rostrum/core/options";

/** Shorter than any token. */
const MAX_WORD_CHARS = 19;

type Issue = z.core.$ZodIssue;

/** Says in our words what a value should have been and what it is. Messages that a schema gives itself stay. */
export function describeIssue(issue: Issue, root: unknown): string {
  if (!isDefaultMessage(issue.message)) return issue.message;
  if (issue.code === "unrecognized_keys") return "unknown option";
  const expected = describeExpected(issue);
  if (expected === null) return issue.message;
  const actual = readAt(root, issue.path);
  // A short word in the place of another one helps to find a typo.
  const isWord = /^invalid_(?:value|format)$/.test(issue.code) && typeof actual === "string";
  const isShort = isWord && actual.length <= MAX_WORD_CHARS;
  return `expected ${expected}, got ${isShort ? JSON.stringify(actual) : describeActual(actual)}`;
}

/** The validator's own messages begin with these words; ours begin with "expected". */
function isDefaultMessage(message: string): boolean {
  return (
    /^(?:Invalid |Too (?:small|big)|Unrecognized )/.test(message) || message === "Invalid input"
  );
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
  null: "null",
};

function describeExpected(issue: Issue): string | null {
  switch (issue.code) {
    case "invalid_type":
      return TYPES[issue.expected] ?? issue.expected;
    case "too_small":
      return `${issue.inclusive === false ? "more than" : "at least"} ${describeSize(issue.origin, issue.minimum)}`;
    case "too_big":
      return `${issue.inclusive === false ? "less than" : "at most"} ${describeSize(issue.origin, issue.maximum)}`;
    case "invalid_value":
      return issue.values.length === 1
        ? JSON.stringify(issue.values[0])
        : `one of ${issue.values.map(String).join(", ")}`;
    case "invalid_union": {
      const forms = issue.errors.flatMap((errors) => errors[0] ?? []).map(describeExpected);
      const known = [...new Set(forms.filter((form) => form !== null))];
      return known.length === 0 ? null : known.join(" or ");
    }
    case "invalid_format":
      if (issue.format === "url") return "an address";
      return RULES_BY_PATTERN.get(issue.pattern ?? "") ?? `a text in the format ${issue.format}`;
    default:
      return null;
  }
}

/** The rules that a text may name, by the pattern of their short forms, which is all that an issue has of them. */
const RULES_BY_PATTERN: ReadonlyMap<string, string> = new Map(
  Object.values(CONFIG).flatMap((field) =>
    field.kind === "rule"
      ? [
          [
            `/${makeShorthandPattern(field.rules)}/`,
            `one of ${Object.keys(field.rules).join(", ")}`,
          ],
        ]
      : [],
  ),
);

const UNITS: Readonly<Record<string, string>> = {
  string: "character",
  array: "item",
  record: "item",
};

function describeSize(origin: string, limit: number | bigint): string {
  const unit = UNITS[origin];
  return unit === undefined ? limit.toLocaleString("en-US") : formatCount(Number(limit), unit);
}

/** The part of a value at a path; undefined where there is none. */
export function readAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, key) => (Object(part) as Record<PropertyKey, unknown>)[key],
    value,
  );
}

/** Texts are not repeated, because one in the wrong place may be a secret. */
function describeActual(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") {
    return value === "" ? "an empty text" : `a text of ${formatCount(value.length, "character")}`;
  }
  if (Array.isArray(value)) return `a list of ${formatCount(value.length, "item")}`;
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
