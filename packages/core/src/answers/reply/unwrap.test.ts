import fc from "fast-check";
import { expect, test } from "vitest";
import { unwrapAnswer } from "./unwrap.ts";

test.each([
  ["**Paris**", "Paris"],
  ["**Paris**.", "Paris"],
  ["***Paris***", "Paris"],
  ["`user_id`", "user_id"],
  ['"Paris"', "Paris"],
  ["“Paris”", "Paris"],
  ["«Paris»", "Paris"],
  ["'Don't ship'", "Don't ship"],
  ["$x + y$", "x + y"],
  ["\\boxed{\\text{A}}", "A"],
  ["✅ Paris", "Paris"],
  ["**`a`**", "a"],
  ['"git commit -m "msg""', 'git commit -m "msg"'],
  ["*SELECT * FROM t*", "SELECT * FROM t"],
  ["**2**10**", "2**10"],
  ["```sql\nSELECT 1;\n```", "SELECT 1;"],
])("marks around the whole answer are taken off: %j", (raw, bare) => {
  expect(unwrapAnswer(raw)).toBe(bare);
});

test.each([
  "__init__",
  "_a_",
  '"a" and "b"',
  "**a** and **b**",
  "`a` then `b`",
  "$x$ and $y$",
  "(a)",
  "[1]",
  "{}",
  "<div>",
  "**kwargs",
  "*",
  "***",
  "$5",
  '" "',
  "a * b",
  "\\frac{1}{2}",
  "\\boxed{1} and \\boxed{2}",
])("this is part of the answer: %j", (answer) => {
  expect(unwrapAnswer(answer)).toBe(answer);
});

test("space inside quotation marks is part of what is quoted", () => {
  expect(unwrapAnswer("' a'")).toBe(" a");
});

test("what is left stands in the text, unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab*`\"'$_ .\n{}\\") }), (raw) => {
      expect(raw).toContain(unwrapAnswer(raw));
    }),
    { numRuns: 2_000 },
  );
});
