import type { StandardSchemaV1 } from "@standard-schema/spec";
import { ConfigError } from "../../errors.ts";
import type { AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import { parseRepairedJson } from "../reply/json-lines.ts";
import { removeInvisible } from "../../visible.ts";
import { field, isPlainObject, isPromiseLike, readMessage } from "../../thrown.ts";
import { compareFields, refuseUnknownFields } from "./json-fields.ts";
import { isAnswer } from "./plain-answer.ts";
import { stableJson } from "./stable-json.ts";

/** Possible values: the object's answer field, or the object itself. */
function listCandidates({ json, answer, from }: Reading): unknown[] {
  const inner = isPlainObject(json) ? json["answer"] : undefined;
  const parsed = typeof inner === "string" ? parseRepairedJson(inner) : undefined;
  // A schema may accept a string or a number without JSON around it.
  const plain = answer === null || from === "whole" ? [] : [parseRepairedJson(answer), answer];
  return [inner, parsed, json, ...plain]
    .filter((value) => value !== undefined)
    .map(removeInvisibleIn);
}

type Validated<A> = { value: A } | { issues: readonly unknown[] };

/** A validator that throws doesn't accept the value, so the reply is unreadable. */
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

const NOT_ALONE = "there must be one JSON object, as the whole reply, a fence or whole lines";

const MAX_ISSUES = 5;
const MAX_ISSUE_CHARS = 200;

/** Lists invalid fields with the schema's messages. */
function describeIssues(issues: readonly unknown[]): string | null {
  const issueLines = issues.slice(0, MAX_ISSUES).flatMap((issue) => {
    const message = field(issue, "message");
    if (typeof message !== "string" || message === "") return [];
    const path = formatPath(field(issue, "path"));
    return `${path === "" ? "" : `${path}: `}${message}`.slice(0, MAX_ISSUE_CHARS);
  });
  const omittedCount = issues.length - MAX_ISSUES;
  if (omittedCount > 0) issueLines.push(`and ${omittedCount} more`);
  return issueLines.length === 0 ? null : issueLines.join("; ");
}

/** `items[0].price`: a path of keys, which may be wrapped in objects. */
function formatPath(path: unknown): string {
  if (!Array.isArray(path)) return "";
  return path.reduce((formatted: string, segment: unknown) => {
    const key = typeof segment === "object" ? field(segment, "key") : segment;
    if (typeof key === "number") return `${formatted}[${key}]`;
    return formatted === "" ? String(key) : `${formatted}.${String(key)}`;
  }, "");
}

/** A value that a schema accepts, compared by its content. With `by`, only by the named fields. */
export function jsonReader<A>(
  schema: StandardSchemaV1<unknown, A>,
  by?: readonly string[],
): AnswerReader<A> {
  return {
    basis: "json",
    read(reading): ReadAnswer<A> | null {
      for (const candidate of listCandidates(reading)) {
        const result = validate(schema, candidate);
        if ("value" in result && isAnswer(result.value, "answer.schema")) {
          refuseUnknownFields(result.value, by);
          return { value: result.value, wording: stableJson(result.value) };
        }
      }
      return null;
    },
    explain(reading) {
      // Prefer the object in the reply to its text.
      const values = listCandidates(reading);
      const object = values.find((candidate) => typeof candidate === "object");
      // The schema would only say that it got a text.
      if (object === undefined && reading.answer?.includes("{")) return NOT_ALONE;
      const value = object ?? values[0];
      if (value === undefined) return null;
      const result = validate(schema, value);
      return "issues" in result ? describeIssues(result.issues) : null;
    },
    ...compareFields(schema, by),
  };
}

/** Removes invisible characters from all strings of a parsed value, in place. */
function removeInvisibleIn(value: unknown): unknown {
  if (typeof value === "string") return removeInvisible(value);
  // Iterative, because replies may be deeply nested.
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== "object" || next === null) continue;
    const holder = next as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      const inner = holder[key];
      if (typeof inner === "string") holder[key] = removeInvisible(inner);
      else pending.push(inner);
    }
  }
  return value;
}
