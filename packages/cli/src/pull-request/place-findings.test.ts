import { expect, test } from "vitest";
import type { Finding } from "@rostrum/core/protocol";
import { placeFindings } from "./place-findings.ts";

const DIFF = [
  "diff --git a/a.ts b/a.ts",
  "--- a/a.ts",
  "+++ b/a.ts",
  "@@ -1,4 +1,4 @@",
  " const same = 1;",
  "-const gone = 2;",
  "-const moved = 3;",
  "+const fresh = 4;",
  " const last = 5;",
  "@@ -20,1 +20,2 @@",
  " const far = 6;",
  "+const moved = 3;",
  "diff --git a/old.sql b/old.sql",
  "deleted file mode 100644",
  "--- a/old.sql",
  "+++ /dev/null",
  "@@ -1,2 +0,0 @@",
  "--- a comment",
  "-select 1;",
  "",
].join("\n");
const FILE = [
  "const same = 1;",
  "const fresh = 4;",
  "const last = 5;",
  ...Array.from({ length: 16 }, () => "const far = 6;"),
  "const far = 6;",
  "const moved = 3;",
  "",
].join("\n");
const documents = [
  { document: "changes.diff", text: DIFF },
  { document: "a.ts", text: FILE },
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
  const [placed] = placeFindings([finding], { diff: "changes.diff", documents });
  return placed;
}

test.each([
  [
    "a line that the diff puts in",
    "changes.diff",
    "fresh",
    { path: "a.ts", side: "RIGHT", line: 2 },
  ],
  ["a line that it leaves alone", "changes.diff", "same", { path: "a.ts", side: "RIGHT", line: 1 }],
  ["a line that it takes out", "changes.diff", "gone", { path: "a.ts", side: "LEFT", line: 2 }],
  [
    "a line that it moves: where it is now",
    "changes.diff",
    "moved",
    { path: "a.ts", side: "RIGHT", line: 21 },
  ],
  [
    "a line of a deleted file, after one that looks like a head",
    "changes.diff",
    "select 1",
    { path: "old.sql", side: "LEFT", line: 2 },
  ],
  ["a line of a file", "a.ts", "const last", { path: "a.ts", side: "RIGHT", line: 3 }],
  [
    "several lines of a file",
    "a.ts",
    "fresh = 4;\nconst last",
    { path: "a.ts", side: "RIGHT", line: 3, startLine: 2 },
  ],
])("%s", (_what, document, quote, expected) => {
  expect(place(document, quote)?.place).toEqual(expected);
});

test("what stands outside the hunks has a line and no place, unless the change puts the same line in", () => {
  const outside = place("a.ts", "const far = 6;", FILE.indexOf("const far") + 20);
  expect(outside).toMatchObject({ place: null, at: { path: "a.ts" } });
});

test("what stands nowhere has neither", () => {
  expect(place("a.ts", "const never")).toMatchObject({ place: null, at: null, lines: [] });
});
