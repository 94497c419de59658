import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Debate, type DebateResult, sqliteJournal } from "../../packages/rostrum/src/index.ts";
import { openAiServer } from "../support/openai-server.ts";
import { newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

const QUESTION = "What is 2 + 2?";

const readNames = (json: string): string[] =>
  (JSON.parse(json) as DebateResult).rounds[0]?.positions.map(({ debater }) => debater) ?? [];

test("a panel of the models found here and one of -d flags are named after their models", async () => {
  using home = newHome();
  const server = await openAiServer(() => ({ reply: "Answer: 4" }), ["nova-3", "nova-2", "nova-1"]);
  const env = { OLLAMA_HOST: server.url };
  const found = await rostrum(home, ["--json", QUESTION], { env });
  expect(readNames(found.stdout)).toEqual(["nova-3", "nova-2", "nova-1"]);
  expect(found.stderr).not.toContain("several seats");
  const flags = ["-d", "ollama/nova-3*2", "-d", '{"model":"ollama/nova-1","name":"ada"}'];
  const listed = await rostrum(home, [...flags, "--json", QUESTION], { env });
  expect(readNames(listed.stdout)).toEqual(["nova-3 (1)", "nova-3 (2)", "ada"]);
  await server.close();
});

test("a panel that needs copies says so", async () => {
  using home = newHome();
  const server = await openAiServer(() => ({ reply: "Answer: 4" }), ["nova-3"]);
  const env = { OLLAMA_HOST: server.url };
  const { stderr } = await rostrum(home, [QUESTION], { env });
  expect(stderr).toContain("ollama/nova-3 has several seats, because nothing else was found");
  await server.close();
});

test("unnamed members of a config have their models' names in the terminal, and their own in JSON", async () => {
  using home = newHome();
  const server = await openAiServer(() => ({ reply: "Answer: 4" }));
  const env = { OLLAMA_HOST: server.url };
  const config = { panels: { mine: { debaters: ["ollama/tiny", "ollama/small"] } } };
  writeFileSync(home.file("rostrum.config.json"), JSON.stringify(config));
  const { stderr } = await rostrum(home, ["--id", "mine", QUESTION], { env });
  expect(stderr).toContain("tiny says 4");
  expect(stderr).toMatch(/votes .*\(tiny, small\)/);
  expect(stderr).not.toContain("debater_");
  expect((await rostrum(home, ["show", "mine"], { env })).stdout).not.toContain("debater_");
  const { stdout } = await rostrum(home, ["show", "mine", "--json"], { env });
  expect(readNames(stdout)).toEqual(["debater_0", "debater_1"]);
  await server.close();
});

test("a run that began with unnamed members continues under its id", async () => {
  using home = newHome();
  const server = await openAiServer(() => ({ reply: "Answer: 4" }));
  const env = { OLLAMA_HOST: server.url };
  const ids = ["tiny", "small"].map((model) => `compat:${model}@${server.url}`);
  const journal = sqliteJournal(home.file("rostrum.db"));
  await new Debate({ debaters: ids, journal }).run(QUESTION, { id: "old" });
  await journal.close();
  const calls = server.received.length;
  const flags = ids.flatMap((id) => ["-d", id]);
  const { code, stdout } = await rostrum(home, [...flags, "--id", "old", QUESTION], { env });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "4\n" });
  expect(server.received).toHaveLength(calls);
  await server.close();
});

test("a run of found models continues with them under its id, although others are listed by now", async () => {
  using home = newHome();
  const models = ["nova-1", "nova-2", "nova-3"];
  const server = await openAiServer(() => ({ reply: "Answer: 4" }), models);
  const env = { OLLAMA_HOST: server.url };
  await rostrum(home, ["--id", "found", QUESTION], { env });
  models.unshift("nova-4");
  const calls = server.received.length;
  const { code, stdout } = await rostrum(home, ["--id", "found", "--json", QUESTION], { env });
  expect(code).toBe(0);
  expect(readNames(stdout)).toEqual(["nova-1", "nova-2", "nova-3"]);
  expect(server.received).toHaveLength(calls);
  await server.close();
});
