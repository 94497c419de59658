import { findIndistinct, findUnknownField } from "@rostrum/core/answers";
import { ConfigError, isPlainObject } from "@rostrum/core/support";
import type { AnswerKind, JsonKind } from "@rostrum/core/protocol";
import { nodeModuleIfAny } from "../../node-builtins.ts";
import { ANSWER, describeExpected, fail, readRule } from "@rostrum/core/options";
import type { StandardSchemaV1 } from "@standard-schema/spec";

export function resolveAnswerKind(value: unknown): AnswerKind<unknown> {
  if (isPlainObject(value) && isFunction(value["read"]) && isFunction(value["same"])) {
    return value as unknown as AnswerKind<unknown>;
  }
  if (isSchema(value)) {
    throw new ConfigError(
      "answer",
      "expected an answer kind, got a schema. Wrap it: answer: json(schema)",
    );
  }
  const kind = readRule({ rules: ANSWER, orCode: "{ read, same }" }, value, "answer");
  if (kind.type === "json") return resolveJsonKind(kind);
  if (kind.type === "choice") checkOptions(kind["options"] as readonly string[] | undefined);
  return kind as unknown as AnswerKind<unknown>;
}

/** Replies that may mean several options would all be unread. */
function checkOptions(options: readonly string[] = []): void {
  const twins = findIndistinct(options);
  const expected =
    "options that replies can tell apart: reading ignores case, a final period, quotation marks and lead-ins";
  if (twins !== null) fail("answer.options", expected, twins);
}

/** A schema is a library's validator, or a JSON Schema if the config is data. */
function resolveJsonKind(kind: Record<string, unknown>): AnswerKind<unknown> {
  const { schema } = kind;
  if (isSchema(schema)) return checkFields(kind as unknown as JsonKind);
  if (isPlainObject(schema) && Object.keys(schema).length > 0) {
    return checkFields({ ...kind, ...createJsonSchemaKind(schema, "answer.schema") });
  }
  const field = ANSWER["json"]?.fields?.["schema"];
  return fail("answer.schema", field ? describeExpected(field) : "a schema", schema);
}

/** A field that no value has would make all values the same. */
function checkFields(kind: JsonKind): AnswerKind<unknown> {
  const { schema, by } = kind;
  const unknown = by && findUnknownField(schema, by);
  return unknown == null ? kind : fail("answer.by", "fields that the schema has", unknown);
}

/** True for validators of zod, valibot, arktype and others: objects or functions that follow Standard Schema. */
function isSchema(value: unknown): boolean {
  return (typeof value === "function" || isPlainObject(value)) && "~standard" in value;
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

type Zod = typeof import("zod");

type Validate = StandardSchemaV1["~standard"]["validate"];

/**
 * A JSON Schema as an answer kind, for configs that are data. It validates, and models see it unchanged.
 * The validator is loaded only here, because few configs need it.
 */
export function createJsonSchemaKind(schema: Record<string, unknown>, field: string): JsonKind {
  const validator = createValidator(schema, field)["~standard"];
  return createSchemaKind(schema, (value) => validator.validate(value));
}

/** An answer kind that validates with a function and is identified by its JSON Schema. */
export function createSchemaKind(schema: Record<string, unknown>, validate: Validate): JsonKind {
  const holder = {
    "~standard": {
      version: 1 as const,
      vendor: "rostrum",
      validate,
      jsonSchema: { output: () => schema, input: () => schema },
    },
    // The fingerprint must tell schemas apart, whatever validates them.
    toJSON: () => schema,
  };
  return { type: "json", schema: holder };
}

function createValidator(schema: Record<string, unknown>, field: string): StandardSchemaV1 {
  const { fromJSONSchema } = loadZod(field);
  try {
    return fromJSONSchema(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const type = /^Unsupported type: (.+)$/.exec(reason)?.[1];
    if (type !== undefined) throw new ConfigError(field, `"${type}" is not a JSON Schema type`);
    return fail(field, `a JSON Schema that can be used (${reason})`, schema);
  }
}

/** Loaded synchronously, because configs are checked synchronously: only Node can do that. */
function loadZod(field: string): Zod {
  try {
    const { createRequire } = nodeModuleIfAny("node:module") ?? {};
    if (createRequire) return createRequire(import.meta.url)("zod") as Zod;
  } catch {
    // A bundle that lies apart from the package's dependencies.
  }
  throw new ConfigError(
    field,
    "a JSON Schema needs the package zod, which can't be loaded here: pass a schema object instead, such as z.object({ … })",
  );
}
