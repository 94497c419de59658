import type { StandardSchemaV1 } from "@standard-schema/spec";
import { ConfigError } from "../../errors.ts";
import type { AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import { embeddedObjects, fencedBody, parseRepaired, parseStrict } from "../reply/find-json.ts";
import { setThinkingApart } from "../reply/thinking.ts";
import { field, isPromiseLike } from "../../thrown.ts";
import { withoutUnseen } from "../../visible.ts";
import { compareFields, refuseUnknownFields } from "./json-fields.ts";
import { isAnswer } from "./plain-answer.ts";
import { seenJson } from "./seen-json.ts";
import { stableJson } from "./stable-json.ts";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Everything in a reply that might be the value, likeliest first. */
function candidates(reading: Reading, text: string): unknown[] {
  const { said } = setThinkingApart(text.trim());
  const wholes: unknown[] = [];
  const add = (value: unknown): void => {
    if (value !== undefined) wholes.push(value);
  };
  const strict = parseStrict(said);
  if (strict !== undefined) add(strict);
  else {
    const body = fencedBody(said);
    if (body !== null) add(parseStrict(body));
    for (const value of embeddedObjects(said).reverse()) add(value);
    if (body !== null && wholes.length === 0 && /^[{[]/.test(body)) add(parseRepaired(body));
    if (wholes.length === 0 && /^[{[]/.test(said)) add(parseRepaired(said));
  }
  const found: unknown[] = [];
  for (const whole of wholes) {
    // The envelope may have the value as `answer`, even as JSON inside a string.
    const inner = isObject(whole) ? whole["answer"] : undefined;
    if (inner !== undefined) found.push(inner);
    if (typeof inner === "string") found.push(parseStrict(inner) ?? parseRepaired(inner));
    found.push(whole);
  }
  if (reading.answer !== null) found.push(parseStrict(reading.answer), reading.answer);
  const values = found.filter((value) => value !== undefined);
  // Where nothing is escaped, what nobody sees would stand in the text itself.
  return text.includes("\\") || withoutUnseen(text) !== text ? values.map(seenJson) : values;
}

/** If the validator throws, the value is not accepted, and the reply counts as unreadable. */
function validated<A>(schema: StandardSchemaV1<unknown, A>, value: unknown): { value: A } | null {
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
    read(reading, text): ReadAnswer<A> | null {
      for (const candidate of candidates(reading, text)) {
        const found = validated(schema, candidate);
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
