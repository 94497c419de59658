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

test("lines of the old file have their old numbers, also in a deleted file and after a line that looks like a head", () => {
  const text = [
    "--- a/old.sql",
    "+++ /dev/null",
    "@@ -1,3 +0,0 @@",
    "--- a comment",
    "--",
    "-select 1;",
    "--- a/b.ts",
    "+++ b/b.ts",
    "@@ -7,2 +9,2 @@",
    " kept",
    "-out",
    "+in",
  ].join("\n");
  const lines = (readDiff(text) ?? []).filter((line) => line !== null);
  expect(
    lines.map((line) => [
      line.document,
      line.oldLine,
      line.line,
      line.hunk,
      text.slice(line.from, line.to),
    ]),
  ).toEqual([
    ["old.sql", 1, null, 0, "-- a comment"],
    ["old.sql", 2, null, 0, "-"],
    ["old.sql", 3, null, 0, "select 1;"],
    ["b.ts", 7, 9, 1, "kept"],
    ["b.ts", 8, null, 1, "out"],
    ["b.ts", null, 10, 1, "in"],
  ]);
});

test("a text that is no diff has no such lines", () => {
  expect(readDiff("--- a rule\n+ a list\n- another\n")).toBeNull();
  expect(readDiff("")).toBeNull();
});
