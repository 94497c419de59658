import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { DebateConfig } from "../../packages/rostrum/src/index.ts";
import { openAiServer, type Received } from "../support/openai-server.ts";
import { newHome, type Home } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";
import { inTerminal } from "./support/terminal.ts";

/** A home with these programs, and nothing else of this machine. */
function withPrograms(home: Home, ...names: string[]): Record<string, string> {
  for (const name of names) {
    writeFileSync(home.file(name), "#!/bin/sh\nprintf '%s' 'Answer: 4'\n");
    chmodSync(home.file(name), 0o755);
  }
  return { PATH: home.folder };
}

/** A local server with a stored list of models, and what it is asked. */
async function withServer(
  home: Home,
  use: (env: Record<string, string>, received: Received[]) => Promise<void>,
  reply: (prompt: string) => string = () => "Answer: 25",
): Promise<void> {
  const server = await openAiServer(({ body }) => ({ reply: reply(JSON.stringify(body)) }), MODELS);
  try {
    await use({ PATH: home.folder, OLLAMA_HOST: server.url.replace("/v1", "") }, server.received);
  } finally {
    await server.close();
  }
}

const MODELS = ["tiny", "small", "large"];

interface Written {
  text: string;
  panel: DebateConfig & { purpose: string };
}

function readConfig(home: Home): Written {
  const text = readFileSync(home.file("rostrum.config.yaml"), "utf8");
  const { panels } = parse(text) as { panels: Record<string, Written["panel"]> };
  return { text, panel: panels["default"] as Written["panel"] };
}

describe("in a terminal", () => {
  test("init asks two things, shows the panel and its cost, and asks a test question", async () => {
    using home = newHome();
    await withServer(home, async (env, received) => {
      const terminal = inTerminal(home, ["init"], { columns: 100, env });
      await terminal.printed("1 to 5 [1]");
      // What is none of the choices is asked for again.
      terminal.type("nine\r");
      await terminal.printed('"nine" is not one of the choices');
      terminal.type("2\r");
      await terminal.printed("1 to 3 [2]");
      terminal.type("quick\r");
      await terminal.printed("[Y/n]");
      expect(received).toEqual([]);
      terminal.type("\r");
      const { screen } = await terminal.ended;
      expect(screen).toContain("default: ollama/tiny, ollama/small, ollama/large");
      expect(screen).toMatch(/each question: .*(?:free|\$0)/);
      expect(received.length).toBeGreaterThan(0);
      expect(JSON.stringify(received[0]?.body)).toContain("How many primes are there below 100?");
    });
    const { text, panel } = readConfig(home);
    expect(panel).toEqual({
      purpose: "Questions that should not leave this machine: models of Ollama.",
      debaters: MODELS.map((id) => ({ name: id, model: `ollama/${id}` })),
      answer: "number",
      rounds: 0,
      stop: "agreement:0.6",
      poll: "race",
    });
    expect(text).toContain("    answer: number # compared by rules, without a model\n");
  });

  test("Enter takes what we advise, and no asks nothing", async () => {
    using home = newHome();
    await withServer(home, async (env, received) => {
      const terminal = inTerminal(home, ["init"], { columns: 100, env });
      for (const [prompt, keys] of [
        ["1 to 5 [1]", "\r"],
        ["1 to 3 [2]", "\r"],
        ["[Y/n]", "n\r"],
      ] as const) {
        await terminal.printed(prompt);
        terminal.type(keys);
      }
      expect((await terminal.ended).code).toBe(0);
      expect(received).toEqual([]);
    });
    const { purpose: _purpose, ...panel } = readConfig(home).panel;
    expect(panel).toEqual({ debaters: MODELS.map((id) => ({ name: id, model: `ollama/${id}` })) });
  });

  test("asks nothing if flags answer both questions", async () => {
    using home = newHome();
    await withServer(home, async (env, received) => {
      const args = ["init", "--for", "number", "--care", "quick"];
      const { code, screen } = await inTerminal(home, args, { columns: 100, env }).ended;
      expect(code).toBe(0);
      expect(screen).not.toContain("[Y/n]");
      expect(received).toEqual([]);
    });
  });

  test("for reviews, the levels of care are about reports and checks, not about votes", async () => {
    using home = newHome();
    await withServer(home, async (env) => {
      const terminal = inTerminal(home, ["init"], { columns: 100, env });
      await terminal.printed("1 to 5 [1]");
      terminal.type("review\r");
      await terminal.printed("1 to 3 [2]");
      terminal.type("quick\r");
      const { screen } = await terminal.ended;
      expect(screen).toContain("quick: two members report what they find");
      expect(screen).not.toMatch(/majority|revise/);
    });
    expect(readConfig(home).panel.debaters).toHaveLength(2);
  });

  test("the memo of a test question is printed: it was paid for", async () => {
    using home = newHome();
    const reply = (prompt: string): string =>
      prompt.includes("recommendation")
        ? '{"recommendation": "Keep it whole.", "unless": []}'
        : "Answer: Keep it";
    await withServer(
      home,
      async (env) => {
        const args = ["init", "--for", "decision"];
        const terminal = inTerminal(home, args, { columns: 100, env });
        await terminal.printed("1 to 3 [2]");
        terminal.type("quick\r");
        await terminal.printed("[Y/n]");
        terminal.type("\r");
        const { screen } = await terminal.ended;
        expect(screen).toMatch(/Recommendation\s+- Keep it whole\./);
      },
      reply,
    );
  });
});

test("doctor shows the typical cost of --dry-run, learned lengths included", async () => {
  using home = newHome();
  const server = await openAiServer(() => ({ reply: "Answer: 25" }));
  try {
    const price = { input: 10, output: 100 };
    const debaters = ["ann", "ben"].map((name) => ({
      name,
      model: `compat:tiny@${server.url}`,
      price,
    }));
    const config = { panels: { default: { debaters, answer: "number", rounds: 0 } } };
    writeFileSync(home.file("rostrum.config.json"), JSON.stringify(config));
    const run = (...args: string[]): ReturnType<typeof rostrum> =>
      rostrum(home, [...args, "--trust"], { env: { PATH: home.folder } });
    const readTypical = (text: string): string | undefined => /about \$[\d.]+/.exec(text)?.[0];
    const before = readTypical((await run("doctor")).stdout);
    expect(before).toBe(readTypical((await run("ask", "--dry-run", "How many?")).stdout));
    for (let count = 0; count < 5; count++) {
      const { stderr } = await run("ask", "How many?");
      expect(stderr).not.toContain("your last");
    }
    const dryRun = await run("ask", "--dry-run", "How many?");
    expect(dryRun.stdout).toContain("replies as long as in your last 5 runs with these models");
    expect(dryRun.stdout).not.toContain("with these models, ");
    const memo = await run("ask", "--dry-run", "--memo", "How many?");
    expect(memo.stdout).toMatch(
      /in your last 5 runs with these models, claims and memo: 700 tokens \(/,
    );
    const sixth = await run("ask", "How many?");
    expect(sixth.stderr).toMatch(
      /^about \$[\d.]+, at most \$[\d.]+, 2 to \d+ calls \(replies as long as in your last 5 runs\)/m,
    );
    const typical = readTypical(dryRun.stdout);
    expect(readTypical((await run("doctor")).stdout)).toBe(typical);
    expect(typical).not.toBe(before);
  } finally {
    await server.close();
  }
});

test.each([
  ["any", "careful", { escalateBelow: 0.7 }],
  ["decision", "normal", { crux: true, report: "memo" }],
  ["decision", "quick", { crux: true, report: "memo", rounds: 0 }],
  ["review", "careful", {}],
  ["review", "normal", {}],
])("without a terminal the answers are flags: %s, %s", async (kind, care, settings) => {
  using home = newHome();
  await withServer(home, async (env) => {
    const args = ["init", "--for", kind, "--with", "ollama", "--care", care];
    const { code, stderr } = await rostrum(home, args, { env });
    expect(code).toBe(0);
    expect(stderr).toContain(kind === "review" ? "a review of 200 lines:" : "each question:");
  });
  const { text, panel: written } = readConfig(home);
  const hasRevision = care !== "quick" && kind !== "review";
  expect(text.includes("one revision"), "neither votes nor reviews have one").toBe(hasRevision);
  const { purpose: _purpose, debaters, ...panel } = written;
  expect(panel).toEqual(settings);
  expect(debaters).toHaveLength(care === "careful" ? 5 : 3);
});

test("what was not found can't be used, and a config that is there stays", async () => {
  using home = newHome();
  const env = withPrograms(home, "claude");
  const { code, stderr } = await rostrum(home, ["init", "--with", "openai"], { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/--with openai: OPENAI_API_KEY is not set\.\n {2}Found here: claude/);
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
  // Milliseconds would be read as seconds.
  expect(all.stdout).toContain("maximum duration of one tool call (default: 30s)");
  expect(all.stdout).toMatch(/--timeout <time>[^]*?\(default: 5m\)/);
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

test("a config that was edited after init wrote it is refused in these words", async () => {
  using home = newHome();
  const env = withPrograms(home, "claude");
  expect((await rostrum(home, ["init", "--with", "claude"], { env })).code).toBe(0);
  const path = home.file("rostrum.config.yaml");
  writeFileSync(path, `${readFileSync(path, "utf8")}# mine\n`);
  const { code, stderr } = await rostrum(home, ["What is 2 + 2?"], { env });
  expect(code).toBe(1);
  expect(stderr).toContain("it has changed since init wrote it");
});
