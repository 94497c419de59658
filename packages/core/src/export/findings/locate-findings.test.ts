import { expect, test } from "vitest";
import type { Finding } from "../../protocol/findings.ts";
import { formatPlace, locateFindings } from "./locate-findings.ts";
import { toSarif } from "./sarif.ts";

const CHANGED = [
  "diff --git a/src/a.ts b/src/a.ts",
  "--- a/src/a.ts",
  "+++ b/src/a.ts",
  "@@ -5,3 +9,3 @@",
  " const before = 1;",
  "-const limit = 1000000;",
  "+const limit = 2000000;",
  " const after = 2;",
  "",
].join("\n");
const DELETED = [
  "diff --git a/src/a.ts b/src/a.ts",
  "--- a/src/a.ts",
  "+++ /dev/null",
  "@@ -1,2 +0,0 @@",
  "-const one = 1;",
  "-const two = 2;",
  "",
].join("\n");

test.each([
  ["a new line", CHANGED, "limit = 2000000", "src/a.ts:10:7", 10],
  ["a removed line", CHANGED, "limit = 1000000", "src/a.ts:6:7 (removed)", undefined],
  [
    "removed and added lines",
    CHANGED,
    "limit = 1000000;\n+const limit = 2000000",
    "src/a.ts:10:1",
    10,
  ],
  ["a line of a deleted file", DELETED, "two = 2;", "src/a.ts:2:7 (removed)", undefined],
  ["its last line break", DELETED, "const two = 2;\n", "src/a.ts:2:1 (removed)", undefined],
  ["a file that is no diff", "const one = 1;\n", "one", "code:1:7", 1],
])("a quote of %s has a place that exists", (_what, text, quote, place, startLine) => {
  const from = text.indexOf(quote);
  const at: [number, number] = [from, from + quote.length];
  const finding: Finding = {
    claim: "It is wrong.",
    severity: "high",
    otherSeverities: [],
    quotes: [{ source: "context", document: "code", text: quote, at, verified: true }],
    status: "upheld",
    by: ["ann"],
    against: [],
    votes: [],
  };
  const [located] = locateFindings([finding], [{ document: "code", text }]);
  if (located === undefined) throw new Error("there is no finding");
  expect(formatPlace(located)).toBe(place);
  const log = JSON.parse(toSarif([located], { whole: true }));
  const { physicalLocation } = log.runs[0].results[0].locations[0];
  expect(physicalLocation.region?.startLine).toBe(startLine);
});
