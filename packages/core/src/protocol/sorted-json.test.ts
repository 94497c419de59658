import fc from "fast-check";
import { expect, test } from "vitest";
import { toSortedJson } from "../entries/support.ts";

/** Stored digests and seals are made of these texts: a change would refuse or repeat what is stored. */
test("the text of a value never changes", () => {
  const value = JSON.parse(
    '{"b":[1,"é",null,{"d":1.5,"c":{}}],"10":0,"9":-0,"__proto__":2,"a":""}',
  );
  expect(toSortedJson(value)).toBe(
    '{"9":0,"10":0,"__proto__":2,"a":"","b":[1,"é",null,{"c":{},"d":1.5}]}',
  );
  expect(toSortedJson({ b: undefined, a: [undefined, new Date(0)] })).toBe(
    '{"a":[null,"1970-01-01T00:00:00.000Z"]}',
  );
});

test("a value is the same text in any order of its fields", () => {
  const reorder = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(reorder)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .toReversed()
              .map(([key, part]) => [key, reorder(part)]),
          )
        : value;
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const sorted = toSortedJson(value);
      expect(toSortedJson(reorder(value))).toBe(sorted);
      expect(JSON.stringify(JSON.parse(sorted))).toBe(sorted);
    }),
  );
});
