import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { seeded } from "../crash/caps.ts";
import { killDuringTools } from "../crash/tools.ts";
import { DATABASE, newDatabase } from "./support/journals.ts";

test.skipIf(DATABASE === "").each([1, 2])(
  "killed -9 during tool calls on Postgres, seed %i: no finished one is made again, no order twice, the cap holds",
  async (seed) => {
    const folder = mkdtempSync(join(tmpdir(), "rostrum-tool-kills-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const tally = await killDuringTools(await newDatabase(), folder, 4, seeded(seed));
    expect(tally.problems).toEqual([]);
    expect(tally.kills).toBeGreaterThan(0);
    expect(tally.result.answer).toBe(42);
  },
);
