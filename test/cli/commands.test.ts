import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  chain,
  lead,
  number,
  sqliteJournal,
  type RunSummary,
} from "../../packages/rostrum/src/index.ts";
import { openAiServer } from "../support/openai-server.ts";
import { wireServer } from "../support/wire.ts";
import { asking, newHome, type Home } from "./support/home.ts";
import { rostrum, type Ended } from "./support/rostrum.ts";

test("version and help", async () => {
  using home = newHome();
  const version = await rostrum(home, ["--version"]);
  expect(version).toMatchObject({ code: 0, stderr: "" });
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  for (const args of [["--help"], ["-h"], ["help"]]) {
    const { code, stdout } = await rostrum(home, args);
    expect(code).toBe(0);
    for (const name of ["ask", "demo", "runs", "show", "export", "doctor", "init"])
      expect(stdout).toContain(`\n  ${name} `);
    expect(stdout).toContain('rostrum --follow "question"');
  }
  for (const args of [
    ["ask", "--help"],
    ["help", "ask"],
  ]) {
    const { code, stdout } = await rostrum(home, args);
    expect(code).toBe(0);
    expect(stdout).toContain("--max-cost <usd>");
  }
});

test.each(["0", "1"])(
  "demo argues offline, compares, and says what it is (seed %s)",
  async (seed) => {
    using home = newHome();
    const { code, stdout, stderr } = await rostrum(home, ["demo", "--seed", seed]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\n$/);
    const first = [...stderr.matchAll(/first answers: m \(\d\) says (\d+)/g)].map(
      ([, answer]) => answer,
    );
    // Nothing is told of a debate about a question on which they agree.
    expect(stderr.match(/^question: /gm)).toHaveLength(1);
    expect(first).toHaveLength(3);
    expect(new Set(first).size).toBeGreaterThan(1);
    for (const arm of [
      "one model, asked once",
      "one model, revising alone",
      "vote on the first answers",
      "the debate",
    ])
      expect(stderr).toContain(arm);
    expect(stderr).toContain("The true value is");
    expect(stderr).toContain("they show nothing about debates among large language models");
    expect(existsSync(home.file("rostrum.db"))).toBe(false);
  },
);

test("demo takes a sum of one's own, and refuses what is none", async () => {
  using home = newHome();
  const own = await rostrum(home, ["demo", "What is 2+3*4?"]);
  expect({ code: own.code, stdout: own.stdout }).toEqual({ code: 0, stdout: "14\n" });
  const other = await rostrum(home, ["demo", "Who are you?"]);
  expect({ code: other.code, stdout: other.stdout }).toEqual({ code: 1, stdout: "" });
  expect(other.stderr).toContain("it isn't plain arithmetic");
});

async function held(home: Home): Promise<void> {
  await rostrum(home, asking("change", "--id", "one", "Capital of France?"));
  await rostrum(home, asking("degraded", "--id", "two", "And of Spain?"));
}

test("runs and show say that a run belongs to a chain", async () => {
  using home = newHome();
  const place = home.file("chain.db");
  const journal = sqliteJournal(place);
  const counting = {
    panel: {
      debaters: ["a", "b"].map((name) => ({
        name,
        model: ({ question }: { question: string }) => ({
          text: `Answer: ${Number(question.split("+")[0]) + 1}`,
          costUsd: 0.25,
        }),
      })),
      answer: number(),
      poll: lead({ by: 2 }),
    },
    start: 1000,
    step: (sum: number) => (sum < 1003 ? `${sum}+1` : null),
    next: (_: number, answer: number) => answer,
  };
  await chain(counting, { id: "sums", journal });
  await journal.close();
  const { stdout } = await rostrum(home, ["runs", "--journal", place]);
  const row = stdout.split("\n").find((line) => line.startsWith("sums "));
  expect(row).toContain("completed");
  expect(row).toContain("$1.50");
  expect(row).toContain("chain, 3 steps done, from: 1000+1");
  const json = await rostrum(home, ["runs", "--journal", place, "--search", "sums", "--json"]);
  const { runs } = JSON.parse(json.stdout) as { runs: RunSummary[] };
  expect(runs.find(({ id }) => id === "sums")).toMatchObject({ calls: 6, costUsd: 1.5 });
  const shown = await rostrum(home, ["show", "sums", "--journal", place]);
  expect(shown.stdout).toBe("chain, 3 steps done, from: 1000+1\n");
});

test("runs lists, finds and forgets", async () => {
  using home = newHome();
  expect(await rostrum(home, ["runs"])).toMatchObject({ code: 0, stdout: "", stderr: "no runs\n" });
  await held(home);
  const all = (await rostrum(home, ["runs"])).stdout.trimEnd().split("\n");
  expect(all).toHaveLength(2);
  expect(all[0]).toMatch(/^two .*completed, degraded .*And of Spain\? → Paris$/);
  expect((await rostrum(home, ["runs", "--search", "France"])).stdout).toMatch(/^one .*\n$/);
  expect(
    JSON.parse((await rostrum(home, ["runs", "--json", "--limit", "1"])).stdout).runs,
  ).toHaveLength(1);
  expect((await rostrum(home, ["runs", "--remove", "two"])).code).toBe(0);
  expect((await rostrum(home, ["runs"])).stdout.trimEnd().split("\n")).toHaveLength(1);
});

test("show tells a run from question to answer, by id, by its beginning, or the latest", async () => {
  using home = newHome();
  await held(home);
  const { code, stdout } = await rostrum(home, ["show", "on"]);
  expect(code).toBe(0);
  expect(stdout).toContain("    Capital of France?");
  expect(stdout).toContain("First answers: all answers differ");
  expect(stdout).toContain("#1 member 1, own estimate 90%: Lyon");
  expect(stdout).toContain("#2 member 1, changed, own estimate 90%: Paris");
  expect((await rostrum(home, ["show"])).stdout).toContain("! Degraded");
  expect(JSON.parse((await rostrum(home, ["show", "one", "--json"])).stdout)).toMatchObject({
    id: "one",
    answer: "Paris",
  });
  const events = (await rostrum(home, ["show", "one", "--events"])).stdout.trimEnd().split("\n");
  expect(events.map((line) => JSON.parse(line).seq)).toEqual(events.map((_, index) => index));
});

test("export writes every form, and over nothing", async () => {
  using home = newHome();
  await held(home);
  const starts: [string, RegExp][] = [
    ["md", /^# Debate\n/],
    ["html", /^<!doctype html>/],
    ["mermaid", /^flowchart LR\n/],
    ["json", /^\{\n/],
  ];
  for (const [format, beginning] of starts) {
    const { code, stdout } = await rostrum(home, ["export", "one", "--format", format]);
    expect(code).toBe(0);
    expect(stdout).toMatch(beginning);
  }
  expect(await rostrum(home, ["export", "-o", "out.md"])).toMatchObject({
    code: 0,
    stdout: "",
    stderr: "wrote out.md\n",
  });
  expect(readFileSync(home.file("out.md"), "utf8")).toMatch(/^# Debate\n/);
  expect((await rostrum(home, ["export", "-o", "out.md"])).code).toBe(1);
  expect((await rostrum(home, ["export", "-o", "out.md", "--force"])).code).toBe(0);
});

test.skipIf(process.platform === "win32")("export --force follows no link", async () => {
  using home = newHome();
  await held(home);
  writeFileSync(home.file("precious"), "mine");
  symlinkSync(home.file("precious"), home.file("link.md"));
  const { code, stderr } = await rostrum(home, ["export", "-o", "link.md", "--force"]);
  expect(code).toBe(1);
  expect(stderr).toContain("is a link");
  expect(readFileSync(home.file("precious"), "utf8")).toBe("mine");
});

test.each(["yaml", "json"])(
  "init writes a config in %s that works, and not over another",
  async (format) => {
    using home = newHome();
    const server = await openAiServer(() => ({ reply: "Answer: 14" }));
    // No program of this machine.
    const env = { PATH: home.folder, OPENAI_API_KEY: "k", OPENAI_BASE_URL: server.url };
    const run = (...args: string[]): Promise<Ended> => rostrum(home, args, { env });
    try {
      const written = await run("init", `--${format}`);
      expect(written.code).toBe(0);
      const config = readFileSync(home.file(`rostrum.config.${format}`), "utf8");
      expect(config).toContain("rostrum.schema.json");
      expect(config).toMatch(/"?purpose"?: "Questions of any kind, by models of OpenAI/);
      expect(
        JSON.parse(readFileSync(home.file("rostrum.schema.json"), "utf8")).properties.panels,
      ).toBeDefined();
      expect((await run("doctor")).stdout).toContain("openai/tiny");
      expect((await run("init", `--${format}`)).code).toBe(1);
      expect((await run("init", `--${format}`, "--force")).code).toBe(0);
    } finally {
      await server.close();
    }
  },
);

test("doctor finds what is there and what is wrong, and prints no key", async () => {
  using home = newHome();
  const well = await rostrum(home, ["doctor"]);
  expect(well.code, "nothing can answer").toBe(1);
  expect(well.stdout).toMatch(/^✓ rostrum \d+\.\d+\.\d+\n/);
  expect(well.stdout).toContain(
    `✓ Node ${process.versions.node}, ${process.platform} ${process.arch}\n`,
  );
  const bundled = await rostrum(home, ["doctor"], { env: { ROSTRUM_ON_BUNDLED_NODE: "1" } });
  expect(bundled.stdout).toMatch(/^✓ Node .*; it is the clone's, because yours is too old$/m);
  expect(well.stdout, "a long line of no use").not.toContain("keys that are not set");
  const models = await rostrum(home, ["doctor", "--models"]);
  expect(models.stdout).toContain("keys that are not set: ANTHROPIC_API_KEY");
  expect(models.stdout).toContain("GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY");
  expect(well.stdout, "its reader is there already").not.toContain("rostrum doctor");
  expect(well.stdout).toContain("✗ No models available: no config, no API key");
  expect(existsSync(home.file("rostrum.db"))).toBe(false);

  writeFileSync(
    home.file("rostrum.config.yaml"),
    "panels:\n  a: { debaters: [embedded*2, openai/some-model] }\n  b: { debaters: [embedded] }\n",
  );
  const ill = await rostrum(home, ["doctor", "--json"]);
  expect(ill.code).toBe(1);
  const findings: { state: string; text: string }[] = JSON.parse(ill.stdout);
  const problems = findings.filter(({ state }) => state === "problem").map(({ text }) => text);
  expect(problems).toHaveLength(2);
  expect(problems.join()).toContain("panel b: debaters");
  expect(problems.join()).toContain("OPENAI_API_KEY");
});

test("doctor says why a journal can't be made, also to somebody who may do anything", async () => {
  using home = newHome();
  writeFileSync(home.file("file"), "");
  const { code, stdout } = await rostrum(home, ["doctor"], {
    env: { ROSTRUM_HOME: home.file("file/below") },
  });
  expect(code).toBe(1);
  expect(stdout).toContain("can't be created: a part of ~/file is a file, not a folder");
  const env = { ROSTRUM_HOME: home.file("new/below") };
  const well = await rostrum(home, ["doctor"], { env });
  expect(well.stdout).toContain("will be created with the first run");
  expect(readdirSync(home.folder), "nothing is left behind").toEqual(["file"]);
});

test("doctor --live makes a call to each model", async () => {
  using home = newHome();
  writeFileSync(home.file("rostrum.config.yaml"), "panels:\n  a: { debaters: [embedded*3] }\n");
  const { code, stdout } = await rostrum(home, ["doctor", "--live"]);
  expect(code).toBe(0);
  expect(stdout.match(/replied in/g)).toHaveLength(3);
});

test("a model that its provider doesn't list is questioned before anything is asked", async () => {
  using home = newHome();
  const server = await openAiServer(() => ({ reply: "Answer: 4" }), ["nova-14", "nova-13"]);
  const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.url };
  const ask = (model: string) =>
    rostrum(home, ["What is 2 + 2?", "-d", `openai/${model}*2`, "--dry-run"], { env });
  expect((await ask("nova-l4")).stderr).toContain(
    "warning: OpenAI doesn't list a model nova-l4: did you mean openai/nova-14?\n",
  );
  expect((await ask("other")).stderr).toContain(
    "OpenAI doesn't list a model other: rostrum doctor",
  );
  expect((await ask("nova-13")).stderr).not.toContain("doesn't list");
  // Its unknown price isn't what is wrong.
  const capped = ["What is 2 + 2?", "-d", "openai/nova-l4*2", "--max-cost", "1"];
  expect(await rostrum(home, capped, { env })).toMatchObject({
    code: 1,
    stderr: "error: OpenAI doesn't list a model nova-l4: did you mean openai/nova-14?\n",
  });
  expect(server.received).toEqual([]);
  await server.close();
});

describe("doctor without a config", () => {
  const models = Array.from({ length: 14 }, (_, index) => `nova-${index + 1}`);

  test("lists models to ask, where the key goes, and calls those that would be asked with --live", async () => {
    using home = newHome();
    const server = await openAiServer(() => ({ reply: "4" }), models);
    const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.url };
    const short = await rostrum(home, ["doctor"], { env });
    expect(short.code).toBe(0);
    expect(short.stdout).toContain(
      `✓ OpenAI at ${server.url} (OPENAI_BASE_URL): key is set, 14 models\n    models: openai/`,
    );
    expect(short.stdout).toContain("and 2 more: rostrum doctor --models");
    const full = await rostrum(home, ["doctor", "--models"], { env });
    for (const id of models) expect(full.stdout).toContain(`openai/${id}`);
    expect(server.received).toEqual([]);
    const live = await rostrum(home, ["doctor", "--live"], { env });
    expect(live.stderr).toContain(
      "calling openai/nova-14, openai/nova-13, openai/nova-12, once each, with at most 300 tokens of output",
    );
    expect(new Set(server.received.map(({ body }) => body["model"])).size).toBe(3);
    await server.close();
  });

  test("names the provider that can't be reached, and fails", async () => {
    using home = newHome();
    const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
    const { code, stdout } = await rostrum(home, ["doctor"], { env });
    expect(code).toBe(1);
    const reason = "Node never connects to this port";
    expect(stdout).toContain(`✗ OpenAI at http://127.0.0.1:9/v1 (OPENAI_BASE_URL): ${reason}`);
    expect(stdout).toContain("✗ No models available: none of the providers with a key can be used");
    expect(stdout).not.toContain("no API key");
    const asked = await rostrum(home, ["Why so?"], { env });
    expect(asked.stderr).toContain(`OpenAI at http://127.0.0.1:9/v1 (OPENAI_BASE_URL): ${reason}`);
  });

  test("notices a key with almost the right name", async () => {
    using home = newHome();
    const { stdout } = await rostrum(home, ["doctor"], { env: { OPENAI_KEY: "sk-test-test" } });
    expect(stdout).toContain("! OPENAI_KEY is set, but rostrum reads OPENAI_API_KEY: rename it.");
    expect(stdout).not.toContain("sk-test");
  });
});

test("doctor fails if the provider of a panel refuses the key", async () => {
  using home = newHome();
  await using server = await wireServer(() => ({ status: 401, body: {} }));
  const panels = { a: { debaters: ["openai/gpt-5*2"] } };
  writeFileSync(home.file("rostrum.config.json"), JSON.stringify({ panels }));
  const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: `${server.url}/v1` };
  const { code, stdout } = await rostrum(home, ["doctor"], { env });
  expect(code).toBe(1);
  expect(stdout).toContain(
    `✗ OpenAI at ${server.url}/v1 (OPENAI_BASE_URL): the key was refused (status 401)\n`,
  );
  expect(stdout).toContain("✗ openai/gpt-5: the key was refused (status 401)");
  // A panel of others works without it.
  const others = { a: { debaters: ["embedded/xs-1", "embedded/xs-2"] } };
  writeFileSync(home.file("rostrum.config.json"), JSON.stringify({ panels: others }));
  const unneeded = await rostrum(home, ["doctor"], { env });
  expect(unneeded.code).toBe(0);
  expect(unneeded.stdout).toContain("(OPENAI_BASE_URL): the key was refused (status 401)\n");
  expect(unneeded.stdout).not.toContain("✗");
});

test("doctor fails if the provider of a panel can't be reached", async () => {
  using home = newHome();
  const server = await openAiServer(() => ({ reply: "4" }));
  await server.close();
  const panels = { a: { debaters: ["openai/gpt-5*2"] } };
  writeFileSync(home.file("rostrum.config.json"), JSON.stringify({ panels }));
  const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.url };
  const { code, stdout } = await rostrum(home, ["doctor"], { env });
  expect(code).toBe(1);
  expect(stdout).toContain("✗ openai/gpt-5: the connection was refused");
});

test.each([
  [{}, "✗ openai/tinny: the provider does not list it (did you mean openai/tiny?)"],
  [{ budget: { usd: 1 } }, "OpenAI doesn't list a model tinny: did you mean openai/tiny?"],
])("doctor says which model was meant in a panel with %j", async (limits, hint) => {
  using home = newHome();
  const server = await openAiServer(() => ({ reply: "4" }));
  const panels = { a: { debaters: ["openai/tinny*2"], ...limits } };
  writeFileSync(home.file("rostrum.config.json"), JSON.stringify({ panels }));
  const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.url };
  try {
    expect((await rostrum(home, ["doctor"], { env })).stdout).toContain(hint);
  } finally {
    await server.close();
  }
});

test("doctor checks fallbacks too, and says which key a server wants", async () => {
  using home = newHome();
  await using server = await wireServer(() => ({ status: 401, body: {} }));
  const fallback = `compat:x@${server.url}/v1`;
  const debaters = [
    { model: "embedded", fallback },
    { model: "embedded", fallback: { model: fallback } },
  ];
  writeFileSync(home.file("rostrum.config.json"), JSON.stringify({ panels: { a: { debaters } } }));
  await rostrum(home, ["trust"]);
  const { code, stdout } = await rostrum(home, ["doctor"]);
  expect(code).toBe(1);
  const variable = `ROSTRUM_KEY_${server.host.replaceAll(/[.:]/g, "_")}`;
  expect(stdout).toContain(`✗ ${fallback}: the server wants a key (status 401): set ${variable}`);
  expect(server.received.map(({ path }) => path)).toEqual(["/v1/models"]);
});

test("doctor asks a server which models it has, and prints no key", async () => {
  using home = newHome();
  const server = await openAiServer(() => ({ reply: "4" }));
  try {
    const { port } = new URL(server.url);
    const ids = ["tiny", "other"].map((model) => `"compat:${model}@${server.url}"`);
    const priced = `{ model: ${ids[1]}, price: { input: 1, output: 2 } }`;
    writeFileSync(
      home.file("rostrum.config.yaml"),
      `panels:\n  a: { debaters: [${ids[0]}, ${priced}] }\n`,
    );
    const env = { [`ROSTRUM_KEY_127_0_0_1_${port}`]: "sk-secret-secret" };
    const { code, stdout, stderr } = await rostrum(home, ["doctor", "--live", "--trust"], { env });
    expect(code).toBe(1);
    expect(stdout).toContain(`! compat:tiny@${server.url}: its price is unknown`);
    expect(stdout).toContain(`✗ compat:other@${server.url}: the server does not list it`);
    expect(stdout).toContain(`✓ compat:tiny@${server.url}: replied in`);
    expect(stdout + stderr).not.toContain("sk-secret");
    expect(server.received).toHaveLength(2);
  } finally {
    await server.close();
  }
});

test("demo --recorded shows a review and a decision with its memo, and says who debated", async () => {
  using home = newHome();
  const { code, stdout, stderr } = await rostrum(home, ["demo", "--recorded", "--speed", "100000"]);
  expect(code).toBe(0);
  expect(stdout).toContain("Carry the version in the URL path");
  expect(stderr).toContain("instances of one large model");
  expect(stderr).toContain("round 2: the crux is");
  expect(stderr).toContain("memo: written");
  const [firstFinding = ""] = stdout.split("\n");
  expect(firstFinding).toMatch(/^cart\.ts:20:5 {2}critical, upheld: Unit mismatch/);
  expect(stdout).toContain("    > pay(this.total(discount));\n    found by ada, boole, curie\n");
  expect(stdout).toContain("ada is unsure");
  // What the members report adds up to what is compared, and nobody's vote is missing.
  expect(stderr).toContain("ada reports 9 findings");
  expect(stderr).toContain("boole reports 10 findings");
  expect(stderr).toContain("curie reports 11 findings");
  expect(stderr).toContain("review: 30 reports of 11 problems");
  expect(stderr).toContain("check: ada votes: 1 uphold, 1 unsure");
  expect(stderr).toContain("11 findings: 11 upheld, 1 of them unconfirmed; 2 critical");
  const review = await rostrum(home, ["demo", "--recorded", "review", "--speed", "100000"]);
  expect(review.stdout).not.toContain("Carry the version");
  const wrong = await rostrum(home, ["demo", "--recorded", "change", "2+2"]);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain("expected no question");
});
