import type { StandardSchemaV1 } from "@standard-schema/spec";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { readReply } from "../read-reply.ts";
import { jsonReader } from "./json.ts";

const point = z.object({ x: z.number(), y: z.number().optional() });

const read = <A>(schema: StandardSchemaV1<unknown, A>, text: string): A | null =>
  jsonReader(schema).read(readReply(text), text)?.value ?? null;

test.each([
  ['{"x":1}', { x: 1 }],
  ['{"answer":{"x":1,"y":2}}', { x: 1, y: 2 }],
  ['{"answer":"{\\"x\\":3}"}', { x: 3 }],
  ['```json\n{"x": 1}\n```', { x: 1 }],
  ['Sure:\n{"x": 2}\nDone.', { x: 2 }],
  ['They say {"x": 1}.\n{"x": 2}', { x: 2 }],
  ['<think>{"x": 9}</think>{"x": 1}', { x: 1 }],
])("%j", (text, expected) => {
  expect(read(point, text)).toEqual(expected);
});

test("values that are no objects", () => {
  expect(read(z.number(), "42")).toBe(42);
  expect(read(z.string(), "Paris")).toBe("Paris");
  expect(read(z.array(z.number()), "```json\n[1,2]\n```")).toEqual([1, 2]);
  expect(read(z.enum(["a", "b"]), '{"answer":"b"}')).toBe("b");
});

test("what the schema refuses is unread", () => {
  expect(read(point, '{"answer": 5}')).toBeNull();
  expect(read(point, "nothing here")).toBeNull();
  expect(read(point, 'It is {"x": 1}, I think')).toBeNull();
  expect(read(point, '{"x": 1}\n{"x": 2}')).toBeNull();
  expect(read(point, "")).toBeNull();
});

test("a schema that throws reads nothing; one that validates later is an error that says so", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const later: StandardSchemaV1<unknown, number> = {
    "~standard": { version: 1, vendor: "test", validate: () => Promise.reject(new Error("later")) },
  };
  const thrower: StandardSchemaV1<unknown, number> = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: () => {
        throw new Error("broken");
      },
    },
  };
  expect(() => read(later, "42")).toThrow(
    "answer.schema: expected a schema that validates at once",
  );
  expect(read(thrower, "42")).toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test("two are the same when their contents are, whatever the order of keys", () => {
  const reader = jsonReader(z.any());
  expect(reader.same({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
  expect(reader.same({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
  expect(reader.same(new Set([1, 2]), new Set([2, 1]))).toBe(true);
  expect(reader.same(new Map([[1, 2]]), new Map([[1, 3]]))).toBe(false);
  expect(reader.read(readReply('{"b":1,"a":2}'), '{"b":1,"a":2}')?.wording).toBe('{"a":2,"b":1}');
});
