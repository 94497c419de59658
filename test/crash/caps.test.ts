import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { killUnderCaps, seeded } from "./caps.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rostrum-caps-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// scripts/kill-caps.ts does the same 300 times.
test("killed -9 at ten random calls: no cap is exceeded, and no finished step is called again", async () => {
  const tally = await killUnderCaps(folder, 10, seeded(11));
  expect(tally.problems).toEqual([]);
  expect(tally.kills).toBe(10);
  expect(tally.compared + tally.comparedInPart).toBe(tally.runs);
  expect(tally.compared).toBeGreaterThan(0);
});
