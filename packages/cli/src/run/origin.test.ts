import { expect, test } from "vitest";
import { listUnreviewed, noteUnreviewed, ORIGIN_KEY } from "./origin.ts";

test("the files that a review left out are read back from the run's metadata", () => {
  const left = [{ path: "large.ts", reason: "it is too large" }];
  expect(listUnreviewed(noteUnreviewed({ ticket: 7 }, left))).toEqual(left);
});

test.each([
  undefined,
  {},
  { [ORIGIN_KEY]: null },
  { [ORIGIN_KEY]: "text" },
  { [ORIGIN_KEY]: { unreviewed: "text" } },
  { [ORIGIN_KEY]: { unreviewed: { map: 1 } } },
  { [ORIGIN_KEY]: { unreviewed: [null, 1, "text", {}, { path: 1, reason: [] }] } },
])("metadata that somebody else wrote names no files: %j", (metadata) => {
  expect(listUnreviewed(metadata)).toEqual([]);
});
