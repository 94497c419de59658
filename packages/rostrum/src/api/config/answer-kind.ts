import { jsonSchemaKind } from "./json-schema-kind.ts";
import type { AnswerKind } from "../../protocol/answer.ts";
import {
  atLeastZero,
  fail,
  isPlainObject,
  knownKeys,
  ownValue,
  share,
  type Check,
} from "./checks.ts";

const options: Check<unknown> = (value, field) => {
  const list = Array.isArray(value) ? value : [];
  if (
    list.length < 2 ||
    !list.every((option) => typeof option === "string" && option.trim() !== "")
  ) {
    fail(field, "two or more options, each a non-empty string", value);
  }
  if (new Set(list).size !== list.length) fail(field, "options that differ", value);
};

const schema: Check<unknown> = (value, field) => {
  const holder = typeof value === "function" || isPlainObject(value) ? (value as object) : {};
  if (!("~standard" in holder)) {
    fail(field, "a Standard Schema validator (zod, valibot, arktype, …)", value);
  }
};

const KINDS: Record<string, Record<string, Check<unknown>>> = {
  auto: {},
  text: { similarity: share },
  exact: {},
  number: { tolerance: atLeastZero },
  choice: { options },
  math: {},
  json: { schema },
};

export function answerKind(value: unknown): AnswerKind<unknown> {
  if (value === undefined) return { type: "auto" };
  const spec = typeof value === "string" ? { type: value } : value;
  const words = `one of ${Object.keys(KINDS).join(", ")}, as a name or as { type }, or { read, same }`;
  if (!isPlainObject(spec)) return fail("answer", words, value);
  if (typeof spec["read"] === "function" && typeof spec["same"] === "function") {
    return spec as unknown as AnswerKind<unknown>;
  }
  if (spec["type"] === "json" && isJsonSchema(spec["schema"])) {
    return jsonSchemaKind(spec["schema"], "answer.schema");
  }
  const fields = ownValue(KINDS, spec["type"]);
  if (fields === undefined) return fail("answer", words, value);
  knownKeys(spec, ["type", ...Object.keys(fields)], "answer");
  for (const [key, check] of Object.entries(fields)) {
    if (spec[key] !== undefined || key === "schema") check(spec[key], `answer.${key}`);
  }
  return spec as unknown as AnswerKind<unknown>;
}

/** A plain schema, not a validator that a library made. */
function isJsonSchema(value: unknown): value is Record<string, unknown> {
  return isPlainObject(value) && !("~standard" in value) && Object.keys(value).length > 0;
}
