import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { Debate, type DebateConfig } from "../../packages/rostrum/src/index.ts";
import { newHome, type Home } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";
import { inTerminal } from "./support/terminal.ts";

/** A home with these programs, and nothing else of this machine. */
function withPrograms(home: Home, ...names: string[]): Record<string, string> {
  for (const name of names) {
    writeFileSync(home.file(name), "#!/bin/sh\necho 4\n");
    chmodSync(home.file(name), 0o755);
  }
  return { PATH: home.folder };
}

interface Written {
  text: string;
  panel: DebateConfig & { purpose: string };
}

function readConfig(home: Home): Written {
  const text = readFileSync(home.file("rostrum.config.yaml"), "utf8");
  const { default: name, panels } = parse(text) as {
    default: string;
    panels: Record<string, Written["panel"]>;
  };
  return { text, panel: panels[name] as Written["panel"] };
}

test("init asks what the panel is for, which models to use and how careful it should be", async () => {
  using home = newHome();
  const env = withPrograms(home, "claude", "llm");
  const terminal = inTerminal(home, ["init"], { columns: 100, env });
  await terminal.printed("1 to 5 [1]");
  // What is none of the choices is asked for again.
  terminal.type("nine\r");
  await terminal.printed("nine: none of these");
  terminal.type("2\r");
  await terminal.printed("numbers with commas between them [all]");
  terminal.type("2\r");
  await terminal.printed("1 to 3 [2]");
  terminal.type("quick\r");
  const { code } = await terminal.ended;
  expect(code).toBe(0);
  const { text, panel } = readConfig(home);
  expect(panel).toEqual({
    purpose: "Questions about a number, for programs of this machine: llm.",
    debaters: ["command:llm*3"],
    answer: "number",
    rounds: 0,
    stop: "agreement:0.6",
    poll: "race",
  });
  expect(text).toContain("    answer: number # read by rules: no model compares\n");
  expect((await new Debate(panel).plan()).warnings).toEqual([]);
});

test("Enter takes what we advise: one revision by dissenters, with all that was found", async () => {
  using home = newHome();
  const env = withPrograms(home, "claude", "llm");
  const terminal = inTerminal(home, ["init"], { columns: 100, env });
  for (const prompt of ["1 to 5 [1]", "[all]", "1 to 3 [2]"]) {
    await terminal.printed(prompt);
    terminal.type("\r");
  }
  expect((await terminal.ended).code).toBe(0);
  const { purpose: _purpose, ...panel } = readConfig(home).panel;
  expect(panel).toEqual({ debaters: ["command:claude -p*2", "command:llm"] });
});

test.each([
  ["any", "careful", { escalateBelow: 0.7 }],
  ["decision", "normal", { crux: true, report: "memo" }],
  ["decision", "quick", { crux: true, report: "memo", rounds: 0 }],
  ["review", "careful", {}],
])("without a terminal the answers are flags: %s, %s", async (kind, care, settings) => {
  using home = newHome();
  const env = withPrograms(home, "claude", "llm");
  const args = ["init", "--for", kind, "--with", "llm", "--care", care];
  expect((await rostrum(home, args, { env })).code).toBe(0);
  const { purpose: _purpose, debaters, ...panel } = readConfig(home).panel;
  expect(panel).toEqual(settings);
  expect(debaters).toEqual([`command:llm*${care === "careful" ? 5 : 3}`]);
});

test("what was not found can't be used, and a config that is there stays", async () => {
  using home = newHome();
  const env = withPrograms(home, "llm");
  const { code, stderr } = await rostrum(home, ["init", "--with", "openai"], { env });
  expect(code).toBe(1);
  expect(stderr).toContain('--with: expected one of llm, got "openai"');
  writeFileSync(home.file("rostrum.config.yaml"), "panels: {}\n");
  const again = await rostrum(home, ["init"], { env });
  expect(again.code).toBe(1);
  expect(again.stderr).toContain("already exists");
});

test("the help of ask has about twenty flags, and --help-all has the others", async () => {
  using home = newHome();
  const count = (text: string): number => text.match(/^ {2}(?:-\w, )?--[a-z]/gm)?.length ?? 0;
  const { stdout: short } = await rostrum(home, ["ask", "--help"]);
  const all = await rostrum(home, ["ask", "--help-all"]);
  expect(all.code).toBe(0);
  expect(count(short)).toBeLessThanOrEqual(24);
  expect(short).toContain("--help-all");
  expect(count(all.stdout)).toBeGreaterThan(60);
  for (const flag of ["--see", "--no-crux", "--journal", "--patience"]) {
    expect(short).not.toContain(flag);
    expect(all.stdout).toContain(flag);
  }
  // What help doesn't show works all the same.
  const { code } = await rostrum(home, ["ask", "--panel", "embedded", "--see", "ring", "2+2?"]);
  expect(code).toBe(0);
});
