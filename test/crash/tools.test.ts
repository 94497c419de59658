import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { seeded } from "./caps.ts";
import { killDuringTools } from "./tools.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rostrum-tool-kills-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([1, 2, 3])(
  "killed -9 during tool calls, seed %i: no finished one is made again, no order twice, the cap holds",
  async (seed) => {
    const tally = await killDuringTools(join(folder, "runs.db"), folder, 4, seeded(seed));
    expect(tally.problems).toEqual([]);
    expect(tally.kills).toBeGreaterThan(0);
    expect(tally.result.answer).toBe(42);
  },
);
