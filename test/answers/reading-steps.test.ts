import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createCountingMatcher } from "../../scripts/lib/counting-matcher.ts";

const SCRIPT = fileURLToPath(new URL("../../scripts/reading-steps.ts", import.meta.url));

/** What the script prints: everything whose steps grow faster than a reply. */
function countSteps(counted: "patterns" | "code"): Promise<string> {
  return new Promise((resolve) => {
    // Patterns are matched by recursion.
    execFile(process.execPath, ["--stack-size=6000", SCRIPT, counted], (_error, stdout, stderr) =>
      resolve(stdout + stderr.replace(/^.*Warning.*$/gm, "")),
    );
  });
}

test.concurrent.each(["patterns", "code"] as const)(
  "every construct that readers know takes steps in proportion to its length: %s",
  async (counted) => {
    expect((await countSteps(counted)).trim()).toBe("");
  },
  600_000,
);

/** The steps of a pattern on a text of `length` letters. */
function countPattern(
  pattern: RegExp,
  makeText: (length: number) => string,
): (length: number) => number {
  return (length) => createCountingMatcher(pattern).find(makeText(length), 0).steps;
}

test("steps are counted as an engine that backtracks takes them", () => {
  const linear = countPattern(/^a*b/, (length) => "a".repeat(length));
  const quadratic = countPattern(/a+$/, (length) => `${"a".repeat(length)}b`);
  const exponential = countPattern(/^(?:a|a)*$/, (length) => `${"a".repeat(length)}b`);
  expect(linear(400)).toBeLessThan(4.1 * linear(100));
  expect(quadratic(400)).toBeGreaterThan(15 * quadratic(100));
  expect(exponential(14)).toBeGreaterThan(15 * exponential(10));
});
