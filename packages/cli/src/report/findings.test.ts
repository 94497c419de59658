import { expect, test } from "vitest";
import type { Severity } from "@rostrum/core/protocol";
import { sortBySeverity } from "@rostrum/core/export";

test("what is shown first depends on severity alone, never on how many found it or said so", () => {
  const found = (
    claim: string,
    severity: Severity,
    by: string[],
  ): { claim: string; severity: Severity; by: string[] } => ({ claim, severity, by });
  const sorted = sortBySeverity([
    found("found by one", "high", ["ann"]),
    found("found by all", "high", ["ann", "ben", "cat"]),
    found("small, found by all", "low", ["ann", "ben", "cat"]),
    found("worst, found by one", "critical", ["cat"]),
  ]);
  expect(sorted.map(({ claim }) => claim)).toEqual([
    "worst, found by one",
    "found by one",
    "found by all",
    "small, found by all",
  ]);
});
