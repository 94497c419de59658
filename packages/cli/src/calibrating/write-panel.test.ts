import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { writePanel } from "./write-panel.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rostrum-write-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function written(text: string, options: Record<string, unknown>): Promise<string> {
  const path = join(folder, "rostrum.config.yaml");
  writeFileSync(path, text);
  await writePanel(path, "sums", options);
  expect(readFileSync(`${path}.bak`, "utf8")).toBe(text);
  return readFileSync(path, "utf8");
}

const BEFORE = `# mine
panels:
  sums: # three
    debaters: [a/b,   { name: "somebody with a long name", model: c/d, price: { input: 0.25, output: 1.25 } }]

    decide: majority # for now
    answer: number
`;
const AFTER = `
  other:
    debaters: [ a/b,c/d ]   # as it was
default:   sums
`;
const OPTIONS = { poll: { type: "sequential", calibration: "x.json" }, stakes: { wrong: 2 } };
const LINES = `    poll:
      type: sequential
      calibration: x.json
    stakes:
      wrong: 2
`;

describe("a panel is changed in its file", () => {
  test("and every other line stays as it is", async () => {
    const kept = BEFORE.replace("    decide: majority # for now\n", "");
    expect(await written(BEFORE + AFTER, OPTIONS)).toBe(kept + LINES + AFTER);
  });

  test("again, where it replaces what was written before", async () => {
    const once = await written(BEFORE + AFTER, OPTIONS);
    const twice = await written(once, { ...OPTIONS, stakes: { wrong: 3, person: 1 } });
    expect(twice).toBe(once.replace("wrong: 2\n", "wrong: 3\n      person: 1\n"));
  });

  test("at the end of a file without a last line break", async () => {
    const text = "panels:\n  sums:\n    debaters: [a/b]";
    expect(await written(text, { stakes: { wrong: 1 } })).toBe(
      `${text}\n    stakes:\n      wrong: 1\n`,
    );
  });

  test.each([
    ["in flow style", "panels: { sums: { debaters: [a/b], decide: majority } }\n"],
    ["in quotes", `"panels":\n  "sums":\n    "debaters": [a/b]\n    "poll": everyone\n`],
    ["with line breaks of Windows", "panels:\r\n  sums:\r\n    debaters: [a/b]\r\n"],
    [
      "with an anchor",
      "panels:\n  x: &x\n    debaters: [a/b]\n  sums:\n    <<: *x\n    rounds: 1\n",
    ],
  ])("whatever its style: %s", async (_, text) => {
    const before = parse(text) as { panels: { sums: Record<string, unknown> } };
    const after = parse(await written(text, OPTIONS)) as typeof before;
    const { decide: _decide, ...rest } = before.panels.sums;
    expect(after).toEqual({
      ...before,
      panels: { ...before.panels, sums: { ...rest, ...OPTIONS } },
    });
  });
});
