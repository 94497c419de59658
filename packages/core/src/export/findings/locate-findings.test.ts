import { expect, test } from "vitest";
import type { Finding } from "../../protocol/findings.ts";
import { describeStanding, formatPlace, locateFindings } from "./locate-findings.ts";
import { toSarif } from "./sarif.ts";
import { sortBySeverity } from "./sort-findings.ts";

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
const LOG = `${CHANGED}\ncommit 2222222\n\n    Charge the card twice\n`;

function quoting(document: string, text: string, quote: string): Finding {
  const from = text.indexOf(quote);
  const at: [number, number] = [from, from + quote.length];
  return {
    claim: "It is wrong.",
    severity: "high",
    otherSeverities: [],
    quotes: [{ source: "context", document, text: quote, at, verified: true }],
    status: "upheld",
    by: ["ann"],
    against: [],
    votes: [],
  };
}

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
  ["a commit's message behind a diff", LOG, "card twice", "code:12:16", 12],
  ["a file that is no diff", "const one = 1;\n", "one", "code:1:7", 1],
])("a quote of %s has a place that exists", (_what, text, quote, place, startLine) => {
  const [located] = locateFindings([quoting("code", text, quote)], [{ document: "code", text }]);
  if (located === undefined) throw new Error("there is no finding");
  expect(formatPlace(located)).toBe(place);
  const log = JSON.parse(toSarif([located], { whole: true }));
  const { physicalLocation } = log.runs[0].results[0].locations[0];
  expect(physicalLocation.region?.startLine).toBe(startLine);
});

const WHOLE = [
  ...Array.from({ length: 8 }, () => "//"),
  "const before = 1;",
  "const limit = 2000000;",
];
const change = { document: "changes.diff", text: CHANGED };
const file = { document: "src/a.ts", text: WHOLE.join("\n") };

test.each([
  ["an added line", [change], "limit = 2000000", true],
  ["a removed line", [change], "limit = 1000000", true],
  ["an untouched line of the diff", [change], "before = 1", false],
  ["untouched and added lines", [change], "const limit = 2000000;\n const after", true],
  ["a line that the diff next to the file adds", [file, change], "limit = 2000000", true],
  ["another line of that file", [file, change], "before = 1", false],
  ["a file without a change", [file], "before = 1", undefined],
])("a finding about %s says whether it is in the change", (_what, documents, quote, expected) => {
  const [{ document, text } = change] = documents;
  const [located] = locateFindings([quoting(document, text, quote)], documents);
  expect(located?.inChange).toBe(expected);
});

test("findings outside of the change are marked, and come after those of their severity", () => {
  const [inside, outside] = locateFindings(
    ["limit = 2000000", "before = 1"].map((quote) => quoting("changes.diff", CHANGED, quote)),
    [change],
  );
  if (inside === undefined || outside === undefined) throw new Error("there is no finding");
  expect(describeStanding(outside)).toBe("high, not checked (not in this change)");
  const lower = { ...inside, severity: "medium" as const };
  expect(sortBySeverity([lower, outside, inside])).toEqual([inside, outside, lower]);
  const log = JSON.parse(toSarif([outside], { whole: true }));
  expect(log.runs[0].results[0].properties.inChange).toBe(false);
});
