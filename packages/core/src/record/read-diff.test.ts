import { expect, test } from "vitest";
import { readDiff } from "./read-diff.ts";

const DIFF = [
  "diff --git a/src/a.ts b/src/a.ts",
  "--- a/src/a.ts",
  "+++ b/src/a.ts",
  "@@ -10,3 +10,4 @@ export",
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

/** The lines of a diff that show a line of a file, as `name:old:new content`. */
const listLines = (text: string): string[] =>
  (readDiff(text) ?? []).flatMap((line) =>
    line
      ? `${line.document}:${line.oldLine ?? ""}:${line.line ?? ""} ${text.slice(line.from, line.to)}`
      : [],
  );

test("a hunk ends after the lines that its header counts, so messages of commits are no lines of a file", () => {
  const text = [
    ...["commit 1111111", "", "    Second", "", "diff --git a/a.ts b/a.ts"],
    ...["--- a/a.ts", "+++ b/a.ts", "@@ -1,2 +1,2 @@", " one", "-two", "+three"],
    ...["", "commit 2222222", "Author: A <a@b>", "", "    Charge the card twice", "    - or not"],
    ...["", "diff --git a/b.ts b/b.ts", "--- a/b.ts", "+++ b/b.ts", "@@ -1 +1 @@", "-x"],
    ...["\\ No newline at end of file", "+y", "\\ No newline at end of file"],
    ...["@@ -9 +9,0 @@", "-z", "-- ", "2.40.0", ""],
  ].join("\n");
  expect(listLines(text)).toEqual([
    ...["a.ts:1:1 one", "a.ts:2: two", "a.ts::2 three"],
    ...["b.ts:1: x", "b.ts::1 y", "b.ts:9: z"],
  ]);
});

test("lines of a combined diff are of no single file, and the next file is read", () => {
  const text = [
    ...["--- a/a.ts", "+++ b/a.ts", "@@ -1 +1 @@", "-old", "+new"],
    ...["diff --cc b.ts", "--- a/b.ts", "+++ b/b.ts", "@@@ -1,2 -1,2 +1,2 @@@"],
    ...["  both", "- ours", " -theirs", "++merged", "--- a comment"],
    ...["diff --git a/c.ts b/c.ts", "--- a/c.ts", "+++ b/c.ts", "@@ -2,0 +3 @@", "+in"],
  ].join("\n");
  expect(listLines(text)).toEqual(["a.ts:1: old", "a.ts::1 new", "c.ts::3 in"]);
});

test("a carriage return inside a line of the diff is no new line of its file", () => {
  const text = "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n 10%\r+20%\r 30%\n-x\n+y\n";
  expect(listLines(text)).toEqual(["a:1:1 10%", "a:2: x", "a::2 y"]);
});

test("a hunk with other lines than its header counts ends at the first of them", () => {
  const text = "--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n one\nstray\n two\n@@ -8 +8 @@\n-x\n-y\n+z\n";
  expect(listLines(text)).toEqual(["a:1:1 one", "a:8: x"]);
});

test("a text that is no diff has no such lines", () => {
  expect(readDiff("--- a rule\n+ a list\n- another\n")).toBeNull();
  expect(readDiff("")).toBeNull();
});
