import fc from "fast-check";
import { expect, test } from "vitest";
import { readObject } from "./read-object.ts";
import { sectionLines } from "./sections.ts";

const { open, close } = sectionLines("k3f9");

test.each([
  '{"a": 1}',
  '```json\n{"a": 1}\n```',
  'Here it is:\n{\n  "a": 1\n}\nDone.',
  `${open}\n{"a": 1}\n${close}`,
  `{"a": 2}\n${open}\n{"a": 1}\n${close}`,
  '> {"a": 2}\n{"a": 1}',
  'They say {"a": 2}.\n{"a": 1}',
])("the one object is read: %j", (reply) => {
  expect(readObject(reply, "k3f9")).toEqual({ a: 1 });
});

test.each([
  '{"a": 1}\n{"a": 2}',
  '{"a": 1, "a": 2}',
  '{"a": 1, "b": [{"c": "x", "c": "y"}]}',
  'It is {"a": 1}.',
  '> {"a": 1}',
  "[1]",
  "{a: 1}",
  '{"a": 1,}',
  '{"a": 1',
  "",
  `${open}\n{"a": 1}\n${close}\n${open}\n{"a": 2}\n${close}`,
])("nothing is guessed from %j", (reply) => {
  expect(readObject(reply, "k3f9")).toBeNull();
});

test("raw line breaks and stray backslashes in strings are mended", () => {
  expect(readObject('{"a": "one\ntwo"}')).toEqual({ a: "one\ntwo" });
  expect(readObject('{"a": "C:\\dir"}')).toEqual({ a: "C:\\dir" });
});

test("any object is read back from a reply", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (value, indented) => {
      const written = JSON.stringify(value, null, indented ? 2 : 0);
      expect(readObject(`So:\n${written}\nDone.`)).toEqual(JSON.parse(written));
    }),
  );
});
