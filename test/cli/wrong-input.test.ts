/*
 * What users see when something is wrong with what they typed, whole, for each kind of mistake. Read the messages: what
 * happened, what was expected, and what to do, at the first reading.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newHome, type Home } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";
import { MORE_WRONG_INPUTS } from "./support/more-wrong-inputs.ts";
import { WRONG_INPUTS } from "./support/wrong-inputs.ts";
import { WRONG_REVIEWS } from "./support/wrong-reviews.ts";

const TABLE = [...WRONG_INPUTS, ...MORE_WRONG_INPUTS, ...WRONG_REVIEWS];

/** The files that the commands below name. */
function prepare(home: Home): void {
  mkdirSync(home.file("folder"));
  const files: Record<string, string | Buffer> = {
    "notes.md": "Some notes.",
    "empty.txt": "",
    "bytes.bin": Buffer.from([0xff, 0xfe, 0x00]),
    "broken.json": "{",
    "odd.json": '{"type":"nonsense"}',
    "bad.yaml": "panels:\n  a:\n   debaters: [x\n",
    "none.yaml": "panels: {}\n",
    "outline.yaml": "pannels: {}\n",
    "typo.yaml": "panels: { a: { debatters: [embedded*3] } }\n",
    "misplaced.yaml": "panels: { a: { debaters: [embedded*3], temperature: 0.2 } }\n",
    "provider.yaml": "panels: { a: { debaters: [foo/bar, embedded] } }\n",
    "two.yaml": "panels: { a: { debaters: [embedded*3] }, b: { debaters: [embedded*3] } }\n",
    "served.yaml": "server: { nope: 1 }\npanels: { a: { debaters: [embedded*3] } }\n",
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(home.file(name), content);
}

test.each(TABLE)("rostrum $args", async ({ args, says, env = {}, files = {} }) => {
  using home = newHome();
  prepare(home);
  for (const [name, content] of Object.entries(files)) writeFileSync(home.file(name), content);
  const { code, stdout, stderr } = await rostrum(home, args, { env: { PATH: "/nowhere", ...env } });
  expect(stderr.trimEnd().split("\n")).toEqual(says);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
});

test("the table has forty kinds of mistakes, and no message shows how the program is made", () => {
  expect(TABLE.length).toBeGreaterThanOrEqual(40);
  for (const { says } of TABLE) {
    expect(says.join("\n")).not.toMatch(/\n\s+at |E[A-Z]{4,}:|undefined|\[object|NaN|TypeError/);
    expect(says.some((line) => line.startsWith("error: "))).toBe(true);
  }
});

test("rostrum doctor names an unknown price and every missing key at once", async () => {
  using home = newHome();
  writeFileSync(
    home.file("unpriced.yaml"),
    "panels: { a: { debaters: [openai/made-up, mistral/made-up*2], budget: { usd: 1 } } }\n",
  );
  const { code, stdout } = await rostrum(home, ["doctor", "--config", "unpriced.yaml"]);
  expect(code).toBe(1);
  expect(stdout).toContain("got none for debater_0 (openai/made-up), debater_1 (mistral/made-up)");
  expect(stdout).toContain("✗ openai/made-up: Missing API key: OPENAI_API_KEY");
  expect(stdout).toContain("✗ mistral/made-up: Missing API key: MISTRAL_API_KEY");
});

test.each([
  ["missing.yaml", "✗ There is no config file missing.yaml."],
  ["typo.yaml", '✗ panel a: debatters: unknown option; did you mean "debaters"?'],
  ["provider.yaml", '✗ panel a: debaters[0].model: unknown provider "foo" in "foo/bar".'],
  ["bad.yaml", "✗ bad.yaml is not valid YAML: line 3: a ] is missing."],
])("rostrum doctor --config %s", async (config, says) => {
  using home = newHome();
  prepare(home);
  const { code, stdout } = await rostrum(home, ["doctor", "--config", config]);
  expect(code).toBe(1);
  expect(stdout).toContain(says);
});
