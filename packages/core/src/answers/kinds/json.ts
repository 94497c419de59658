import type { StandardSchemaV1 } from "@standard-schema/spec";
import { ConfigError } from "../../errors.ts";
import type { AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import { isRecord } from "../machine-fields.ts";
import { parseJson } from "../reply/json-lines.ts";
import { removeInvisible } from "../../visible.ts";
import { field, isPromiseLike, readMessage } from "../../thrown.ts";
import { compareFields, refuseUnknownFields } from "./json-fields.ts";
import { isAnswer } from "./plain-answer.ts";
import { stableJson } from "./stable-json.ts";

/** What may be the value: what the object's answer field says, or the whole object. */
function candidates({ json, answer, from }: Reading): unknown[] {
  const inner = isRecord(json) ? json["answer"] : undefined;
  const parsed = typeof inner === "string" ? parseJson(inner) : undefined;
  // A schema may ask for a text or a number, which needs no JSON around it.
  const plain = answer === null || from === "whole" ? [] : [parseJson(answer), answer];
  return [inner, parsed, json, ...plain]
    .filter((value) => value !== undefined)
    .map(withoutUnseenIn);
}

type Validated<A> = { value: A } | { issues: readonly unknown[] };

/** If the validator throws, the value is not accepted, and the reply counts as unreadable. */
function validate<A>(schema: StandardSchemaV1<unknown, A>, value: unknown): Validated<A> {
  let result: unknown;
  try {
    result = schema["~standard"].validate(value);
  } catch (error) {
    return { issues: [{ message: readMessage(error) }] };
  }
  if (isPromiseLike(result)) {
    // An unhandled rejection must not end the process.
    Promise.resolve(result).catch(() => undefined);
    throw new ConfigError(
      "answer.schema",
      "expected a schema that validates at once, got a promise: leave asynchronous checks to `verify`",
    );
  }
  const issues = field(result, "issues");
  if (typeof result !== "object" || result === null || issues !== undefined) {
    return { issues: Array.isArray(issues) ? issues : [] };
  }
  return { value: field(result, "value") as A };
}

const MOST_ISSUES = 5;
const LONGEST_ISSUE = 200;

/** The fields that don't fit, each with the schema's own message. */
function describeIssues(issues: readonly unknown[]): string | null {
  const words = issues.slice(0, MOST_ISSUES).flatMap((issue) => {
    const message = field(issue, "message");
    if (typeof message !== "string" || message === "") return [];
    const path = formatPath(field(issue, "path"));
    return `${path === "" ? "" : `${path}: `}${message}`.slice(0, LONGEST_ISSUE);
  });
  const more = issues.length - MOST_ISSUES;
  if (more > 0) words.push(`and ${more} more`);
  return words.length === 0 ? null : words.join("; ");
}

/** `items[0].price`: a path of keys, which may be wrapped in objects. */
function formatPath(path: unknown): string {
  if (!Array.isArray(path)) return "";
  return path.reduce((whole: string, segment: unknown) => {
    const key = typeof segment === "object" ? field(segment, "key") : segment;
    if (typeof key === "number") return `${whole}[${key}]`;
    return whole === "" ? String(key) : `${whole}.${String(key)}`;
  }, "");
}

/** A value that a schema accepts, compared by its contents; with `by`, by those of the named fields. */
export function jsonReader<A>(
  schema: StandardSchemaV1<unknown, A>,
  by?: readonly string[],
): AnswerReader<A> {
  return {
    basis: "json",
    read(reading): ReadAnswer<A> | null {
      for (const candidate of candidates(reading)) {
        const result = validate(schema, candidate);
        if ("value" in result && isAnswer(result.value, "answer.schema")) {
          refuseUnknownFields(result.value, by);
          return { value: result.value, wording: stableJson(result.value) };
        }
      }
      return null;
    },
    explain(reading) {
      // The object that the reply consists of is what was meant, and its words alone are not.
      const values = candidates(reading);
      const value = values.find((each) => typeof each === "object") ?? values[0];
      if (value === undefined) return null;
      const result = validate(schema, value);
      return "issues" in result ? describeIssues(result.issues) : null;
    },
    ...compareFields(schema, by),
  };
}

/** A value that was read from JSON, its texts without the characters that nobody sees. Changed in place. */
function withoutUnseenIn(value: unknown): unknown {
  if (typeof value === "string") return removeInvisible(value);
  // A list of what is left to do, not a call per level: replies may be deep.
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== "object" || next === null) continue;
    const holder = next as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      const inner = holder[key];
      if (typeof inner === "string") holder[key] = removeInvisible(inner);
      else left.push(inner);
    }
  }
  return value;
}
