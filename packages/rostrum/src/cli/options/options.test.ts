import { Command } from "commander";
import { expect, test } from "vitest";
import type { DebateConfig } from "../../protocol/config.ts";
import { configSchema } from "../config/schema.ts";
import { addConfigFlags, merged, patchFrom } from "./flags.ts";
import { time } from "./kinds.ts";
import { CONFIG_OPTIONS } from "./table.ts";

/** Every option there is; the compiler complains when one is missing here. */
const OPTIONS: Record<keyof DebateConfig, "flag" | "code"> = {
  debaters: "flag",
  model: "flag",
  panelSize: "flag",
  personas: "flag",
  judge: "flag",
  rounds: "flag",
  answer: "flag",
  stop: "flag",
  decide: "flag",
  route: "flag",
  poll: "flag",
  revise: "flag",
  see: "flag",
  show: "flag",
  anonymous: "flag",
  prompts: "flag",
  escalateBelow: "flag",
  onEscalate: "flag",
  budget: "flag",
  limits: "flag",
  seed: "flag",
  // --journal takes a path; a tracer and a checker are things of the program's.
  journal: "code",
  tracer: "code",
  verify: "code",
  meter: "code",
  traceContent: "code",
};

test("every option of a config is a flag", () => {
  const covered = new Set(CONFIG_OPTIONS.map(({ path }) => path.split(".")[0] ?? ""));
  const wanted = Object.entries(OPTIONS).flatMap(([name, how]) => (how === "flag" ? [name] : []));
  expect([...covered].sort()).toEqual(wanted.sort());
});

test("the schema for editors has the same options", () => {
  const panel = configSchema().properties?.["panels"]?.additionalProperties;
  const known = typeof panel === "object" ? Object.keys(panel.properties ?? {}) : [];
  expect(known.sort()).toEqual(
    [...new Set(CONFIG_OPTIONS.map(({ path }) => path.split(".")[0] ?? ""))].sort(),
  );
});

function parse(...argv: string[]): Record<string, unknown> {
  const command = addConfigFlags(new Command().exitOverride());
  command.parse(argv, { from: "user" });
  return patchFrom(command.opts());
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
  expect(merged({ rounds: 1, budget: { usd: 1, calls: 5 } }, { budget: { usd: 2 } })).toEqual({
    rounds: 1,
    budget: { usd: 2, calls: 5 },
  });
});

test.each([
  [["--rounds", "two"], "--rounds: expected a whole number"],
  [["--stop", "sometimes"], "--stop: expected one of agreement, unanimous, stable, never"],
  [["--stop", "never:1"], "never without a setting"],
  [["--decide", "judged:maybe"], "one of synthesize, pick"],
  [["--revise", "some"], "one of everyone, dissenters"],
  [["--max-cost", "cheap"], "--max-cost: expected a number"],
  [["--timeout", "soon"], "a time such as 30s"],
  [["--see", "{ring"], "--see: expected JSON"],
])("%j is refused in words", (argv, words) => {
  expect(() => parse(...argv)).toThrow(words);
});

test("times have units, seconds without one", () => {
  expect(["90", "1.5s", "2m", "500ms", "1h"].map((text) => time.read(text, "--timeout"))).toEqual([
    90_000, 1500, 120_000, 500, 3_600_000,
  ]);
});
