import { expect, test } from "vitest";
import { addJsonEntry, removeJsonEntry } from "./json-text.ts";

/** A config with our entry, and the same without it. */
const CONFIGS: readonly (readonly [what: string, installed: string, removed: string])[] = [
  ["alone", '{"servers": {"rostrum": {}}}', '{"servers": {}}'],
  ["alone, with a trailing comma", '{"servers": {"rostrum": {},}}', '{"servers": {}}'],
  [
    "alone on its lines, with a trailing comma",
    '{\n  "servers": {\n    "rostrum": {},\n  },\n}\n',
    '{\n  "servers": {\n  },\n}\n',
  ],
  ["first", '{"servers": {"rostrum": {}, "a": 1}}', '{"servers": {"a": 1}}'],
  ["last", '{"servers":{"a":1,"rostrum":{}}}', '{"servers":{"a":1}}'],
  [
    "between others",
    '{"servers": {\r\n  "a": 1,\r\n  "rostrum": {},\r\n  "b": 2\r\n}}',
    '{"servers": {\r\n  "a": 1,\r\n  "b": 2\r\n}}',
  ],
  [
    "last, after a comment",
    '{"servers": {\n  "a": 1, // keep\n  "rostrum": {}\n}}',
    '{"servers": {\n  "a": 1 // keep\n}}',
  ],
  [
    "last, after a comment, with a trailing comma",
    '{"servers": {\n  "a": 1, // keep\n  "rostrum": {},\n}}',
    '{"servers": {\n  "a": 1, // keep\n}}',
  ],
  [
    "before a comment on the next entry",
    '{"servers": {\n  "rostrum": {},\n  // keep\n  "b": 2\n}}',
    '{"servers": {\n  // keep\n  "b": 2\n}}',
  ],
  [
    "in one line with the next entry, after a comment",
    '{"servers": { // keep\n  "rostrum": {}, "b": 2}}',
    '{"servers": { // keep\n  "b": 2}}',
  ],
  [
    "in one line with the closing brace, after a comment",
    '{"servers": {\n  "a": 1, // keep\n  "rostrum": {}}}',
    '{"servers": {\n  "a": 1 // keep\n  }}',
  ],
];

test.each(CONFIGS)(
  "an entry %s is removed; comments and the others stay",
  (_what, installed, removed) => {
    expect(removeJsonEntry(installed, "servers", "rostrum")).toBe(removed);
    // What is left can be read again, and has the entry no longer.
    expect(addJsonEntry(removed, "servers", "rostrum", {})).not.toBeNull();
  },
);

test.each([
  ["{\n  name: 1\n}", "expected a property name in double quotes at line 2"],
  ['{\n  "a": "b\n}', "expected a closing double quote at line 2"],
  ['{\n  "a"\n}', 'expected ":" after "a" at line 3'],
  ['{\n  "a": 1\n  "b": 2\n}', 'expected "," or "}" after "a" at line 3'],
  ['{\n  "a": [1 2]\n}', 'expected "," or "]" at line 2'],
  ['{"a": }', "expected a value at line 1"],
  ["{} {}", "expected one object, got more at line 1"],
])("%j is refused with the line", (text, words) => {
  expect(() => addJsonEntry(text, "servers", "rostrum", {})).toThrow(`it is not JSON: ${words}`);
});
