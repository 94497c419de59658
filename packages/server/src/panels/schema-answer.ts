import { z, fromJSONSchema, registry } from "zod";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { createSchemaKind } from "@rostrum/runtime/api";
import type { JsonKind } from "@rostrum/core/protocol";
import { measureSize } from "../guard/json-bounds.ts";
import { invalidRequest } from "../http-error.ts";

/** Upper bound of the work to check a value against a JSON Schema. */
export interface SchemaCost {
  /** Subschemas that may be applied to one and the same value. */
  breadth: number;
  /** Factor by which that grows with each level of a recursive schema; 1 if it doesn't. */
  growth: number;
}

/** A schema that can't be checked in bounded time. */
class SchemaRefused extends Error {
  override readonly name: string = "SchemaRefused";
}

type Json = Record<string, unknown>;

interface SubschemaSize {
  breadth: number;
  /** References back into a schema that is being walked. */
  returns: number;
}

const MAX_SUBSCHEMAS = 5000;
const MAX_LEVELS = 50;
const MAX_ENUM_VALUES = 1000;

/**
 * Keywords with subschemas: `here` applies to the value itself, `inside` to separate parts of it, and `also` to the same
 * parts in addition.
 */
const PLACES = {
  here: ["anyOf", "oneOf", "allOf", "not", "if", "then", "else", "dependentSchemas"],
  inside: ["properties", "prefixItems", "items", "additionalItems", "additionalProperties"],
  also: ["contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties"],
} as const;

/**
 * Walks a schema as a validator would, following references, and throws `SchemaRefused` if the work has no
 * bound: a request must not decide how long the server is busy.
 */
function computeSchemaCost(root: Json): SchemaCost {
  let visited = 0;
  let growth = 1;

  function walk(
    schema: unknown,
    at: number,
    levels: number,
    open: Map<string, number>,
  ): SubschemaSize {
    if (typeof schema !== "object" || schema === null) return { breadth: 1, returns: 0 };
    visited += 1;
    if (visited > MAX_SUBSCHEMAS) {
      throw new SchemaRefused(
        `expected at most ${MAX_SUBSCHEMAS} subschemas with references followed, got more`,
      );
    }
    if (levels > MAX_LEVELS) {
      throw new SchemaRefused(`expected at most ${MAX_LEVELS} levels of subschemas, got more`);
    }
    const json = schema as Json;
    checkKeywords(json);
    const sameLevel: SubschemaSize = { breadth: 0, returns: 0 };
    const partsSize: SubschemaSize = { breadth: 1, returns: 0 };
    const extraSize: SubschemaSize = { breadth: 0, returns: 0 };
    const walkAll = (keywords: readonly string[], depth: number): SubschemaSize[] =>
      keywords
        .flatMap((keyword) => listSchemas(keyword, json[keyword]))
        .map((inner) => walk(inner, depth, levels + 1, open));
    for (const size of walkAll(PLACES.here, at)) add(sameLevel, size);
    for (const size of walkAll(PLACES.also, at + 1)) add(extraSize, size);
    for (const size of walkAll(PLACES.inside, at + 1)) {
      partsSize.breadth = Math.max(partsSize.breadth, size.breadth);
      partsSize.returns = Math.max(partsSize.returns, size.returns);
    }
    if (typeof json["$ref"] === "string")
      add(sameLevel, follow(json["$ref"], at, levels + 1, open));
    add(sameLevel, partsSize);
    add(sameLevel, extraSize);
    return sameLevel;
  }

  function follow(
    ref: string,
    at: number,
    levels: number,
    open: Map<string, number>,
  ): SubschemaSize {
    const entered = open.get(ref);
    if (entered === at)
      throw new SchemaRefused(`expected ${ref} to lead to a value, but it leads to itself`);
    if (entered !== undefined) return { breadth: 1, returns: 1 };
    open.set(ref, at);
    const size = walk(findTarget(root, ref), at, levels, open);
    open.delete(ref);
    growth = Math.max(growth, size.returns);
    return size;
  }

  const { breadth } = follow("#", 0, 0, new Map());
  return { breadth, growth };
}

/** Resolves a reference in the forms that the validator supports. It refuses all others. */
function findTarget(root: Json, ref: string): unknown {
  const [place, kind = "", name = ""] = ref.split("/");
  if (place !== "#") return undefined;
  if (kind === "") return root;
  const defs = root[kind];
  const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
  return typeof defs === "object" && defs !== null && Object.hasOwn(defs, key)
    ? (defs as Json)[key]
    : undefined;
}

function add(sum: SubschemaSize, { breadth, returns }: SubschemaSize): void {
  sum.breadth += breadth;
  sum.returns += returns;
}

function listSchemas(keyword: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return [];
  const isMap = keyword === "properties" || keyword === "dependentSchemas";
  return isMap ? Object.values(value) : [value];
}

function checkKeywords(schema: Json): void {
  const { pattern, enum: values } = schema;
  if (pattern !== undefined && !(typeof pattern === "string" && isKnownPattern(pattern))) {
    throw patternRefused("pattern", "enum, format, minLength or maxLength");
  }
  if (schema["patternProperties"] !== undefined)
    throw patternRefused("patternProperties", "properties or additionalProperties");
  if (Array.isArray(values) && values.length > MAX_ENUM_VALUES) {
    throw new SchemaRefused(
      `expected at most ${MAX_ENUM_VALUES} values in an enum, got ${values.length}`,
    );
  }
}

function patternRefused(keyword: string, instead: string): SchemaRefused {
  const reason = "a request's regular expression can keep the server busy forever";
  return new SchemaRefused(`expected no ${keyword}, because ${reason}. Use ${instead}`);
}

/**
 * Patterns that client libraries write next to a `format`: `z.email()` becomes a format and the regular
 * expression that it stands for. These are known, and each was checked for its running time.
 */
const FORMATS: readonly z.ZodType[] = [
  z.email(),
  z.uuid(),
  z.uuidv4(),
  z.uuidv6(),
  z.uuidv7(),
  z.guid(),
  z.cuid(),
  z.cuid2(),
  z.ulid(),
  z.xid(),
  z.ksuid(),
  z.nanoid(),
  z.ipv4(),
  z.ipv6(),
  z.cidrv4(),
  z.cidrv6(),
  z.base64(),
  z.base64url(),
  z.e164(),
  z.iso.date(),
  z.iso.datetime(),
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ local: true }),
  z.iso.time(),
  z.iso.duration(),
];

let formatPatterns: Set<string> | undefined;

function isKnownPattern(pattern: string): boolean {
  formatPatterns ??= new Set(FORMATS.flatMap((format) => z.toJSONSchema(format).pattern ?? []));
  return formatPatterns.has(pattern);
}

const MAX_REPLY_CHARS = 100_000;
/** Maximum number of times that subschemas are applied to the values of one reply. */
const MAX_CHECKS = 1_000_000;

type Validator = StandardSchemaV1<unknown, unknown>["~standard"];

/** A JSON Schema from a request as an answer kind. It validates, and models see it unchanged. */
export function createSchemaAnswer(schema: Record<string, unknown>, field: string): JsonKind {
  const { cost, validator } = compileSchema(schema, field);
  return createSchemaKind(schema, (value) =>
    isAffordable(value, cost)
      ? validator.validate(value)
      : { issues: [{ message: "it is too large to check against this schema" }] },
  );
}

function compileSchema(
  schema: Record<string, unknown>,
  field: string,
): { cost: SchemaCost; validator: Validator } {
  const characters = JSON.stringify(schema).length;
  try {
    if (characters > MAX_REPLY_CHARS) {
      throw new SchemaRefused(
        `expected a schema of at most ${MAX_REPLY_CHARS} characters, got ${characters}`,
      );
    }
    const cost = computeSchemaCost(schema);
    // In a separate registry, so that a request's schema names don't mix with the server's.
    return { cost, validator: fromJSONSchema(schema, { registry: registry() })["~standard"] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message =
      error instanceof SchemaRefused
        ? reason
        : `expected a JSON Schema that answers can be checked against: ${reason}`;
    throw invalidRequest(field, message);
  }
}

function isAffordable(value: unknown, { breadth, growth }: SchemaCost): boolean {
  const { levels, values } = measureSize(value, 1000, MAX_CHECKS);
  return values * breadth * growth ** levels <= MAX_CHECKS;
}
