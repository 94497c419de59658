import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { compareFields, refuseUnknownFields } from "./json-fields.ts";
import { mayHoldProse, findUnknownField } from "./json-schema.ts";

const schema = z.object({
  pick: z.string(),
  vendor: z.enum(["a", "b"]),
  years: z.number(),
  reasons: z.array(z.string()).optional(),
});
const value = { pick: "SQLite", vendor: "a", years: 3 };

/** A schema whose library can't describe it. */
const undescribed: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "test", validate: (given) => ({ value: given }) },
};

describe("two values", () => {
  const { compareByRules, same } = compareFields(schema);

  test("are the same if all their fields are, in any order of keys", () => {
    expect(compareByRules(value, { years: 3, vendor: "a", pick: "SQLite" })).toBe("same");
    expect(compareByRules(value, { ...value, pick: "SQLite." })).toBe("same");
  });

  test.each([
    ["a number", { years: 4 }],
    ["an option", { vendor: "b" }],
    ["an option in another case", { vendor: "A" }],
    ["a number, whatever the prose says", { years: 4, pick: "An embedded engine" }],
  ])("are different if %s differs", (_, change) => {
    expect(compareByRules(value, { ...value, ...change })).toBe("different");
  });

  test.each([
    ["a text", { pick: "An embedded engine on each phone" }],
    ["a list of texts", { reasons: ["it works without a network"] }],
  ])("are open if only %s differs, and different until somebody has compared them", (_, change) => {
    expect(compareByRules(value, { ...value, ...change })).toBe("open");
    expect(same(value, { ...value, ...change })).toBe(false);
  });

  test("are compared by the named fields alone", () => {
    const byVendor = compareFields(schema, ["vendor"]);
    expect(byVendor.compareByRules(value, { ...value, pick: "other", years: 9 })).toBe("same");
    expect(byVendor.compareByRules(value, { ...value, vendor: "b" })).toBe("different");
  });

  test("have equal keys only if they are the same", () => {
    const { key } = compareFields(schema);
    expect(key(value)).toBe(key({ ...value }));
    expect(key(value)).not.toBe(key({ ...value, vendor: "A" }));
    expect(key(value)).not.toBe(key({ ...value, pick: "Postgres" }));
  });

  test("without a description every text may be prose", () => {
    const fields = compareFields(undescribed);
    expect(fields.compareByRules({ a: "one engine" }, { a: "some other store" })).toBe("open");
    expect(fields.compareByRules({ a: 1, b: "one engine" }, { a: 2, b: "one engine" })).toBe(
      "different",
    );
    expect(fields.compareByRules(new Map([[1, 2]]), new Map([[1, 3]]))).toBe("different");
  });
});

test("a comparer is shown the compared fields, with all their lines", () => {
  const { shown } = compareFields(schema, ["pick", "years"]);
  expect(shown({ ...value, pick: "SQLite\nand a sync layer" })).toBe(
    "pick: SQLite\nand a sync layer\nyears: 3",
  );
  expect(compareFields(z.string()).shown("as it is")).toBe("as it is");
});

test.each([
  [z.object({ a: z.number(), b: z.boolean() }), undefined, false],
  [z.object({ a: z.enum(["x", "y"]) }), undefined, false],
  [z.object({ a: z.union([z.literal("x"), z.literal("y"), z.null()]) }), undefined, false],
  [z.object({ a: z.number(), why: z.string() }), undefined, true],
  [z.object({ a: z.number(), why: z.string() }), ["a"], false],
  [z.object({ a: z.array(z.object({ b: z.string() })) }), undefined, true],
  [z.array(z.number()), undefined, false],
  [z.string().nullable(), undefined, true],
  [undescribed, undefined, true],
])("mayHoldProse: case %#", (of, by, expected) => {
  expect(mayHoldProse(of, by)).toBe(expected);
});

test("a schema that refers to itself ends", () => {
  const tree: z.ZodType = z.object({ name: z.string(), children: z.lazy(() => z.array(tree)) });
  expect(mayHoldProse(tree, ["children"])).toBe(true);
  const leaf = { name: "the engine", children: [] };
  const { compareByRules } = compareFields(tree);
  expect(compareByRules(leaf, { ...leaf, name: "some other store" })).toBe("open");
});

test("a schema that refers to itself more than once ends", () => {
  const tree: z.ZodType = z.object({
    value: z.number(),
    left: z.lazy(() => tree.nullable()),
    right: z.lazy(() => tree.nullable()),
  });
  expect(mayHoldProse(tree)).toBe(false);
  const either: z.ZodType = z.lazy(() => z.union([z.array(either), z.array(either), z.number()]));
  expect(mayHoldProse(z.object({ either }))).toBe(false);
  const same = { $ref: "#" };
  const alternatives = { anyOf: [same, same, { type: "number" }] };
  const described = { "~standard": { jsonSchema: { output: () => alternatives } } };
  expect(mayHoldProse(described)).toBe(false);
});

describe("a field that the schema doesn't have", () => {
  test("is found where the schema can be described", () => {
    expect(findUnknownField(schema, ["pick", "pik"])).toBe("pik");
    expect(findUnknownField(schema, ["pick", "reasons"])).toBeNull();
    const either = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    expect(findUnknownField(either, ["a", "b"])).toBeNull();
    expect(findUnknownField(undescribed, ["pik"])).toBeNull();
  });

  test("is found at the first value where it can't", () => {
    expect(() => refuseUnknownFields({ pick: "x" }, ["pik"])).toThrow(/answer\.by.*pick.*pik/);
    expect(() => refuseUnknownFields({ pick: "x" }, ["pick", "pik"])).not.toThrow();
    expect(() => refuseUnknownFields("x", ["pik"])).not.toThrow();
  });
});
