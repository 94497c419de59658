import type { StandardSchemaV1 } from "@standard-schema/spec";
import { ConfigError } from "../../errors.ts";
import type { AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import { isRecord } from "../machine-fields.ts";
import { parseJson } from "../reply/json-lines.ts";
import { removeUnseen } from "../../visible.ts";
import { field, isPromiseLike } from "../../thrown.ts";
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

/** If the validator throws, the value is not accepted, and the reply counts as unreadable. */
function validate<A>(schema: StandardSchemaV1<unknown, A>, value: unknown): { value: A } | null {
  let result: unknown;
  try {
    result = schema["~standard"].validate(value);
  } catch {
    return null;
  }
  if (isPromiseLike(result)) {
    // An unhandled rejection must not end the process.
    Promise.resolve(result).catch(() => undefined);
    throw new ConfigError(
      "answer.schema",
      "expected a schema that validates at once, got a promise: leave asynchronous checks to `verify`",
    );
  }
  if (typeof result !== "object" || result === null || field(result, "issues") !== undefined) {
    return null;
  }
  return { value: field(result, "value") as A };
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
        const found = validate(schema, candidate);
        if (found !== null && isAnswer(found.value, "answer.schema")) {
          refuseUnknownFields(found.value, by);
          return { value: found.value, wording: stableJson(found.value) };
        }
      }
      return null;
    },
    ...compareFields(schema, by),
  };
}

/** A value that was read from JSON, its texts without the characters that nobody sees. Changed in place. */
function withoutUnseenIn(value: unknown): unknown {
  if (typeof value === "string") return removeUnseen(value);
  // A list of what is left to do, not a call per level: replies may be deep.
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== "object" || next === null) continue;
    const holder = next as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      const inner = holder[key];
      if (typeof inner === "string") holder[key] = removeUnseen(inner);
      else left.push(inner);
    }
  }
  return value;
}
