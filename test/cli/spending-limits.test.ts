import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { memoryJournal } from "../../packages/rostrum/src/index.ts";
import { localHost } from "../../packages/server/src/mcp/index.ts";
import { createGitFolder } from "../support/git-folder.ts";
import { openAiServer, type OpenAiServer } from "../support/openai-server.ts";
import { newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

let server: OpenAiServer;
beforeEach(async () => {
  server = await openAiServer(() => ({ reply: "Answer: Paris" }), ["gpt-5.2", "gpt-5.1"]);
});
afterEach(() => server.close());

const env = (): Record<string, string> => ({
  OPENAI_API_KEY: "sk-test",
  OPENAI_BASE_URL: server.url,
});
const QUESTION = "What is the capital of France?";

/** The largest cost in a line of output. */
function readMost(text: string): number {
  return Number(/at most \$([\d.]+)/.exec(text)?.[1]);
}

describe("a panel that is not in a config has a spending limit", () => {
  test.each([
    ["a question", [QUESTION]],
    ["a memo", ["--memo", QUESTION]],
    ["a review", ["review", "code.ts"]],
    ["a plan", ["review", "--plan", "code.ts"]],
  ])("of a few dollars: %s", async (_, args) => {
    using home = newHome();
    using repository = createGitFolder();
    repository.write("code.ts", "export const half = (n: number) => n / 2;\n");
    repository.commit();
    const here = { ...home, folder: repository.folder };
    const { code, stdout, stderr } = await rostrum(here, [...args, "--dry-run"], { env: env() });
    expect(code).toBe(0);
    const [, limit] = /^spending limit \$([\d.]+); --max-cost changes it$/m.exec(stderr) ?? [];
    expect(Number(limit)).toBeLessThanOrEqual(5);
    expect(readMost(stdout)).toBe(Number(limit));
    // The most tokens say nothing where dollars are limited.
    expect(stdout).toMatch(/^tokens {2}about [\d,]+$/m);
  });

  test("and --memo is refused where the limit leaves no room for the memo", async () => {
    using home = newHome();
    const args = ["--memo", QUESTION, "--max-cost", "0.05"];
    const { code, stdout, stderr } = await rostrum(home, args, { env: env() });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain(
      "error: The limit leaves no room for the memo. Nothing was paid.\n  No report (neither memo nor claims): in the worst case, the run would cost more than $0.05.",
    );
    expect(server.received).toEqual([]);
  });

  test("that doesn't grow with what there is to read", async () => {
    using home = newHome();
    const args = [];
    for (let at = 0; at < 8; at++) {
      writeFileSync(home.file(`${at}.ts`), `const x${at} = "${"abc ".repeat(70_000)}";\n`);
      args.push(`${at}.ts`);
    }
    const { stdout, stderr } = await rostrum(home, ["review", "--dry-run", ...args], {
      env: env(),
    });
    expect(stderr).toMatch(/^spending limit \$5\.00; --max-cost changes it$/m);
    expect(readMost(stdout)).toBe(5);
  });

  test("which --max-cost replaces, and then nobody is told how to set one", async () => {
    using home = newHome();
    const { stderr } = await rostrum(home, ["--max-cost", "$1000", QUESTION], { env: env() });
    expect(readMost(stderr)).toBeGreaterThan(10);
    expect(stderr).not.toContain("spending limit");
    expect(stderr).not.toContain("to cap it");
  });

  test("that init writes for each panel", async () => {
    using home = newHome();
    const { code, stderr } = await rostrum(home, ["init"], { env: env() });
    expect(code).toBe(0);
    const config = readFileSync(home.file("rostrum.config.yaml"), "utf8");
    const [, usd] = /^ {4}budget: \{ usd: ([\d.]+) \}/m.exec(config) ?? [];
    expect(readMost(stderr)).toBe(Number(usd));
  });

  test("over MCP without a config, for each question", async () => {
    const journal = memoryJournal();
    const price = { input: 2, output: 15 };
    const debaters = [0, 1].map(() => ({ model: () => "Answer: Paris", price }));
    for (const discovered of [["found"], []]) {
      const host = localHost({ panels: { found: { debaters } }, discovered, journal });
      const { id } = await host.start({ id: `run-${discovered.length}`, question: QUESTION });
      await host.idle();
      const { started } = ((await host.find(id))?.record() ?? {}) as { started?: object };
      expect(JSON.stringify(started).includes('"budget":{"usd":')).toBe(discovered.length > 0);
    }
  });

  test("also if it is named on the command line, and not if prices are unknown", async () => {
    using home = newHome();
    const named = await rostrum(home, ["--dry-run", "-d", "openai/gpt-5.2*3", QUESTION], {
      env: env(),
    });
    expect(named.stderr).toContain("--max-cost changes it");
    expect(readMost(named.stdout)).toBeLessThanOrEqual(5);
    await server.close();
    server = await openAiServer(() => ({ reply: "Answer: Paris" }), ["tiny"]);
    const unknown = await rostrum(home, ["--dry-run", QUESTION], { env: env() });
    expect(unknown.stdout).toContain("cost    unknown");
    expect(unknown.stderr).not.toContain("limit");
  });
});

test("a review whose check doesn't fit says so, with a limit that is enough, and exits with 2", async () => {
  using home = newHome();
  const text = `
    const model = ({ round, maxOutputTokens }) => ({
      text: JSON.stringify(round === 0 ? { findings: [{ claim: "off by one", severity: "low", quote: "" }] } : { votes: [{ item: 1, vote: "uphold" }] }),
      usage: { inputTokens: 500, outputTokens: maxOutputTokens },
    });
    const debater = { model, price: { input: 2, output: 15 } };
    export default { panels: { p: { debaters: [debater, { ...debater, model: ({ round, maxOutputTokens }) => ({ text: JSON.stringify(round === 0 ? { findings: [] } : { votes: [{ item: 1, vote: "uphold" }] }), usage: { inputTokens: 500, outputTokens: maxOutputTokens } }) }], compare: "rules" } } };
  `;
  writeFileSync(home.file("panel.config.ts"), text);
  writeFileSync(home.file("code.ts"), "export const half = (n: number) => n / 2;\n");
  const args = ["review", "code.ts", "--all", "--config", "panel.config.ts", "--max-cost"];
  const review = (usd: string, ...more: string[]) => rostrum(home, [...args, usd, ...more]);
  const poor = await review("0.04");
  expect(poor.code).toBe(2);
  expect(poor.stdout).toContain("low, not checked: off by one");
  expect(poor.stderr).toContain("\n2 reviewers: ");
  expect(poor.stderr).toContain("the limit of $0.040 leaves no room for checking the findings");
  expect(poor.stderr).toContain("1 finding: 1 not checked");
  expect(poor.stderr).not.toContain("revision");
  const [, enough = ""] =
    /The findings were not checked: \$0\.04 is too little for the votes on them\. \$([\d.]+) is enough in any case\./.exec(
      poor.stderr,
    ) ?? [];
  // A resumed review doesn't repeat what the earlier limit left no room for.
  await review("0.04", "--id", "stopped");
  const resumed = await review("0.5", "--id", "stopped");
  expect(resumed.stderr).toContain("2 replies kept");
  expect(resumed.stderr).toContain("check: asking ");
  expect(resumed.stderr).not.toContain("0.04");
  expect(resumed.stderr).not.toMatch(/leaves no room|fit into the budget|can't look/);
  const rich = await review(enough);
  expect(rich.stderr).toContain("\n2 reviewers, who then check one another's findings: ");
  expect(rich.stderr).not.toContain("limit");
  expect(rich.stdout).not.toContain("not checked");
});
