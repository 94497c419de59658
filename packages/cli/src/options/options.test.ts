import { Command } from "commander";
import { expect, test } from "vitest";
import { CONFIG, mayBeSetBy, type OptionField } from "@rostrum/core/options";
import { makeConfigSchema } from "../config/schema.ts";
import { addConfigFlags, mergeConfig, readPatch } from "./flags.ts";
import { readTime } from "./read-flag.ts";

test("every option that an operator may set is a flag, and in the schema for editors", () => {
  const open = Object.entries(CONFIG).flatMap(([name, field]) =>
    mayBeSetBy("operator", field) ? [name] : [],
  );
  const flags = new Set(addConfigFlags(new Command()).options.map(({ long }) => long));
  const hasFlag = ({ flag }: OptionField): boolean => flag !== undefined && flags.has(flag.name);
  for (const name of open) {
    // It tells people which panel of a file to choose. Flags name a panel that somebody has chosen.
    if (name === "purpose") continue;
    const field = CONFIG[name as keyof typeof CONFIG];
    const fields = field.kind === "group" ? Object.values(field.fields) : [field];
    // A check has a flag for each way to check. Its finer settings belong in a file.
    const enough = name === "verify" ? fields.some(hasFlag) : fields.every(hasFlag);
    expect(enough, name).toBe(true);
  }
  const { panels, server } = makeConfigSchema().properties as Record<
    string,
    { additionalProperties: { properties: object }; properties?: object }
  >;
  expect(Object.keys(panels?.additionalProperties.properties ?? {})).toEqual(open);
  expect(server).toMatchObject({
    additionalProperties: false,
    properties: { policy: { properties: { everybody: { additionalProperties: false } } } },
  });
});

function parse(...argv: string[]): Record<string, unknown> {
  const command = addConfigFlags(new Command().exitOverride());
  command.parse(argv, { from: "user" });
  return readPatch(command.opts());
}

test("flags become a config", () => {
  expect(
    parse(
      "-d",
      "openai/a",
      "-d",
      '{"model":"b","temperature":0}',
      "--rounds",
      "3",
      "--stop",
      "agreement:0.6",
      "--stop",
      "stable",
      "--decide",
      "judged:pick",
      "--answer",
      "choice:yes,no",
      "--see",
      '{"type":"ring","k":2}',
      "--max-cost",
      "0.5",
      "--max-time",
      "2m",
      "--timeout",
      "30",
      "--no-anonymous",
      "--personas",
      "--seed",
      "7",
    ),
  ).toEqual({
    debaters: ["openai/a", { model: "b", temperature: 0 }],
    rounds: 3,
    stop: [{ type: "agreement", share: 0.6 }, "stable"],
    decide: { type: "judged", mode: "pick" },
    answer: { type: "choice", options: ["yes", "no"] },
    see: { type: "ring", k: 2 },
    budget: { usd: 0.5, ms: 120_000 },
    limits: { timeoutMs: 30_000 },
    anonymous: false,
    personas: true,
    seed: 7,
  });
});

test("a flag that isn't given leaves the config alone", () => {
  expect(parse()).toEqual({});
  expect(mergeConfig({ rounds: 1, budget: { usd: 1, calls: 5 } }, { budget: { usd: 2 } })).toEqual({
    rounds: 1,
    budget: { usd: 2, calls: 5 },
  });
});

test.each([
  [["--rounds", "two"], "--rounds: expected a whole number"],
  [["--stop", "sometimes"], '--stop: expected one of "unanimous", "agreement", "stable", "never"'],
  [["--stop", "never:1"], '"never" without a setting'],
  [["--revise", "some"], "one of everyone, dissenters"],
  [["--max-cost", "cheap"], "--max-cost: expected a number"],
  [["--timeout", "soon"], "a time such as 30s"],
  [["--see", "{ring"], "--see: expected JSON"],
])("%j is refused in words", (argv, words) => {
  expect(() => parse(...argv)).toThrow(words);
});

test("times have units, seconds without one", () => {
  expect(["90", "1.5s", "2m", "500ms", "1h"].map((text) => readTime("--timeout", text))).toEqual([
    90_000, 1500, 120_000, 500, 3_600_000,
  ]);
});

test("the help of every flag is a fragment: lower case, without a final full stop", () => {
  for (const { description, long } of addConfigFlags(new Command()).options) {
    expect(description, long).toMatch(/^(?:[a-z]|MCP ).*[^.]$/);
    expect(description, long).not.toMatch(/[.] (?!\(default)/);
  }
});
