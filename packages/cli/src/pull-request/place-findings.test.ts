import { expect, test } from "vitest";
import type { Finding } from "@rostrum/core/protocol";
import { placeFindings } from "./place-findings.ts";

const HEAD = ["diff --git a/a.ts b/a.ts", "--- a/a.ts", "+++ b/a.ts"];
const FIRST_HUNK = [
  " const same = 1;",
  "-const gone = 2;",
  "-const moved = 3;",
  "+const fresh = 4;",
  " const last = 5;",
];
const LAST_HUNK = [" const far = 6;", "+const moved = 3;", ""];
const PATCH = [
  ...[...HEAD, "@@ -1,4 +1,3 @@", ...FIRST_HUNK],
  ...["@@ -21,1 +20,2 @@", ...LAST_HUNK],
].join("\n");
const UNTOUCHED = Array.from({ length: 16 }, () => " const far = 6;");
/** As members read it: with the whole file. */
const WHOLE = [...HEAD, "@@ -1,21 +1,21 @@", ...FIRST_HUNK, ...UNTOUCHED, ...LAST_HUNK].join("\n");
const DELETED = [
  "diff --git a/old.sql b/old.sql",
  "deleted file mode 100644",
  "--- a/old.sql",
  "+++ /dev/null",
  "@@ -1,2 +0,0 @@",
  "--- a comment",
  "-select 1;",
  "",
].join("\n");
const QUOTED = '"qu\\"ote.ts"';
const NEW = `diff --git a/${QUOTED} b/${QUOTED}\n--- /dev/null\n+++ b/${QUOTED}\n@@ -0,0 +1 @@\n+new();\n`;
const documents = [
  { document: "a.ts", text: WHOLE },
  { document: "old.sql", text: DELETED },
  { document: QUOTED, text: NEW },
];
const files = [
  { name: "a.ts", path: "a.ts", patch: PATCH, text: null },
  { name: "old.sql", path: "old.sql", patch: DELETED, text: null },
  { name: QUOTED, path: 'qu"ote.ts', patch: NEW, text: null },
];

function place(document: string, quote: string, from = 0) {
  const text = documents.find((each) => each.document === document)?.text ?? "";
  const start = text.indexOf(quote, from);
  const finding: Finding = {
    claim: "It is wrong.",
    severity: "low",
    otherSeverities: [],
    quotes: [
      {
        source: "context",
        document,
        text: quote,
        at: start === -1 ? null : [start, start + quote.length],
        verified: start !== -1,
      },
    ],
    status: "upheld",
    by: ["ann"],
    against: [],
    votes: [],
  };
  const [placed] = placeFindings([finding], { documents, files });
  return placed;
}

test.each([
  ["a line that the change puts in", "a.ts", "fresh", { path: "a.ts", side: "RIGHT", line: 2 }],
  ["a line that it leaves alone", "a.ts", "same", { path: "a.ts", side: "RIGHT", line: 1 }],
  ["a line that it takes out", "a.ts", "gone", { path: "a.ts", side: "LEFT", line: 2 }],
  [
    "a line that it moves: where it is now",
    "a.ts",
    "moved",
    { path: "a.ts", side: "RIGHT", line: 21 },
  ],
  [
    "a line of a deleted file, after one that looks like a head",
    "old.sql",
    "select 1",
    { path: "old.sql", side: "LEFT", line: 2 },
  ],
  [
    "several lines of a file",
    "a.ts",
    "fresh = 4;\n const last",
    { path: "a.ts", side: "RIGHT", line: 3, startLine: 2 },
  ],
  [
    "a line of a file whose name is shown in quotes",
    QUOTED,
    "new()",
    { path: 'qu"ote.ts', side: "RIGHT", line: 1 },
  ],
])("%s", (_what, document, quote, expected) => {
  expect(place(document, quote)?.place).toEqual(expected);
});

test("what stands outside the hunks has a line and no place, unless the change puts the same line in", () => {
  const outside = place("a.ts", "const far = 6;", WHOLE.indexOf("const far") + 20);
  expect(outside).toMatchObject({ place: null, at: { path: "a.ts", line: 6 } });
});

test("what stands nowhere has neither", () => {
  expect(place("a.ts", "const never")).toMatchObject({ place: null, at: null, lines: [] });
});
