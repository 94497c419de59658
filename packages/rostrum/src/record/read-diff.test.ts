import { expect, test } from "vitest";
import { readDiff } from "./read-diff.ts";

const DIFF = [
  "diff --git a/src/a.ts b/src/a.ts",
  "--- a/src/a.ts",
  "+++ b/src/a.ts",
  "@@ -10,3 +10,3 @@ export",
  " kept",
  "",
  "-old",
  "+new",
  "+++counter;",
  "\\ No newline at end of file",
  "--- a/b.ts",
  "+++ b/b.ts\t2024-05-01",
  "@@ -1 +1 @@",
  "+only",
].join("\n");

test.each([
  ["\n", DIFF],
  ["\r\n", DIFF.replaceAll("\n", "\r\n")],
])("each line of a file, with its number and its own characters (%j)", (_ending, text) => {
  const lines = readDiff(text) ?? [];
  expect(lines).toHaveLength(14);
  expect(
    lines.flatMap((line) =>
      line ? [[line.document, line.line, line.wasThere, text.slice(line.from, line.to)]] : [],
    ),
  ).toEqual([
    ["src/a.ts", 10, true, "kept"],
    ["src/a.ts", 11, true, ""],
    ["src/a.ts", null, true, "old"],
    ["src/a.ts", 12, false, "new"],
    ["src/a.ts", 13, false, "++counter;"],
    ["b.ts", 1, false, "only"],
  ]);
});

test("a text that is no diff has no such lines", () => {
  expect(readDiff("--- a rule\n+ a list\n- another\n")).toBeNull();
  expect(readDiff("")).toBeNull();
});
