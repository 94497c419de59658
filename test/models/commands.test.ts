import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  Debate,
  memoryJournal,
  type DebateConfig,
  type DebateEvent,
} from "../../packages/rostrum/src/index.ts";
import type { CommandModel } from "../../packages/core/src/protocol/model.ts";
import { resolveModel } from "../../packages/runtime/src/models/index.ts";
import { isAlive, newScripts, type Scripts } from "../support/command-scripts.ts";
import { rejection } from "../support/outcomes.ts";

const QUESTION = "What is 6 times 7?";

function panel(models: CommandModel[], more: Partial<DebateConfig> = {}): Debate {
  const debaters = models.length === 1 ? [...models, ...models] : models;
  return new Debate({ debaters, rounds: 0, compare: "rules", ...more });
}

test("a panel of three programs answers; what was printed is the reply", async () => {
  using scripts = newScripts();
  const model = { command: scripts.command("answers", "42") };
  const result = await panel([model, model, model]).run(QUESTION);
  expect(result).toMatchObject({
    answer: "42",
    agreement: 1,
    costUsd: null,
    integrity: { degraded: false },
  });
  expect(result.rounds[0]?.positions[0]?.text).toBe("Thinking about it.\n\nAnswer: 42");
  expect(result.usage.outputTokens).toBeNull();
});

test("a coding agent that prints JSON reports what it used and cost, and shows nobody the JSON", async () => {
  using scripts = newScripts();
  const file = join(scripts.folder, "claude");
  const printed = {
    type: "result",
    is_error: false,
    result: "Answer: 42",
    total_cost_usd: 0.25,
    usage: {
      input_tokens: 10,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 5,
      output_tokens: 7,
    },
  };
  writeFileSync(file, `#!/bin/sh\ncat >/dev/null\necho '${JSON.stringify(printed)}'\n`, {
    mode: 0o755,
  });
  const events: string[] = [];
  const model = { command: [file, "-p", "--output-format", "json"] };
  const result = await panel([model]).run(QUESTION, {
    onEvent: ({ type }) => void events.push(type),
  });
  expect(result).toMatchObject({
    answer: "42",
    costUsd: 0.5,
    usage: { inputTokens: 30, cachedInputTokens: 10, outputTokens: 14 },
  });
  expect(events).not.toContain("debate.delta");
});

test("a coding agent that was asked for JSON and prints something else has failed", async () => {
  using scripts = newScripts();
  const file = join(scripts.folder, "claude");
  writeFileSync(file, "#!/bin/sh\ncat >/dev/null\necho 'Answer: 42'\n", { mode: 0o755 });
  const model = { command: [file, "-p", "--output-format", "json"] };
  const error = await rejection(panel([model]).run(QUESTION));
  expect(error.message).toContain("expected the JSON that claude documents");
});

test("a program gets the prompt on standard input, its arguments as they are, and few variables", async () => {
  using scripts = newScripts();
  process.env["COMMAND_TEST_NAMED"] = "named";
  process.env["COMMAND_TEST_API_KEY"] = "secret";
  try {
    const command = scripts.command("answers", "42", "$HOME", "a b; echo *", "`id`");
    await panel([{ command, env: ["COMMAND_TEST_NAMED"] }]).run(QUESTION);
  } finally {
    delete process.env["COMMAND_TEST_NAMED"];
    delete process.env["COMMAND_TEST_API_KEY"];
  }
  const [call] = scripts.lines("calls").map((line) => JSON.parse(line));
  expect(call.args).toEqual(["42", "$HOME", "a b; echo *", "`id`"]);
  expect(call.prompt).toContain(QUESTION);
  expect(call.env).toMatchObject({ COMMAND_TEST_NAMED: "named", PATH: expect.any(String) });
  expect(call.env).not.toHaveProperty("COMMAND_TEST_API_KEY");
});

test("in a revision round the turns are set apart, and the last one asks", async () => {
  using scripts = newScripts();
  const debate = panel(
    [{ command: scripts.command("answers", "42") }, { command: scripts.command("answers", "43") }],
    { rounds: 1 },
  );
  await debate.run(QUESTION);
  const prompts = scripts.lines("calls").map((line) => JSON.parse(line).prompt as string);
  expect(prompts).toHaveLength(4);
  const later = prompts.filter((prompt) => prompt.includes("your earlier reply"));
  expect(later).toHaveLength(2);
  for (const prompt of later) expect(prompt).toMatch(/your earlier reply ---\nThinking about it/);
});

test("a program that hangs is ended at the time limit, with its children", async () => {
  using scripts = newScripts();
  const good = { command: scripts.command("answers", "42") };
  const result = await panel([good, good, { command: scripts.command("hangs") }], {
    limits: { timeoutMs: 1500, retries: 0 },
  }).run(QUESTION);
  expect(result).toMatchObject({ answer: "42", integrity: { degraded: true } });
  expect(result.rounds[0]?.positions[2]).toMatchObject({ status: "failed" });
  await expect.poll(() => scripts.lines("pids").filter(isAlive)).toEqual([]);
  expect(scripts.lines("pids").length).toBeGreaterThan(0);
});

test("an abort ends the program and its children", async () => {
  using scripts = newScripts();
  const controller = new AbortController();
  const running = panel([{ command: scripts.command("hangs") }]).run(QUESTION, {
    signal: controller.signal,
  });
  const ended = expect(running).rejects.toThrow();
  await expect.poll(() => scripts.lines("pids").length).toBe(4);
  controller.abort();
  await ended;
  await expect.poll(() => scripts.lines("pids").filter(isAlive)).toEqual([]);
});

/** A program of users, with a listener of its own or without one, that asks two programs that hang. */
function startHost(scripts: Scripts, listening: boolean): ChildProcess {
  const file = join(scripts.folder, "host.mjs");
  const library = new URL("../../packages/rostrum/src/index.ts", import.meta.url);
  const model = { command: scripts.command("hangs") };
  const listener = `process.once("SIGTERM", () => setTimeout(() => process.exit(5), 50));`;
  writeFileSync(
    file,
    `import { debate } from ${JSON.stringify(library)};
    ${listening ? listener : ""}
    await debate("Q?", { debaters: ${JSON.stringify([model, model])} });`,
  );
  const host = spawn(process.execPath, [file], { stdio: "ignore" });
  onTestFinished(() => void host.kill("SIGKILL"));
  return host;
}

describe.skipIf(process.platform === "win32")("a signal that ends a user's process", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s ends its programs and their children too",
    async (signal) => {
      using scripts = newScripts();
      const host = startHost(scripts, false);
      const exit = once(host, "exit");
      await expect.poll(() => scripts.lines("pids").length).toBe(4);
      host.kill(signal);
      expect(await exit).toEqual([null, signal]);
      await expect.poll(() => scripts.lines("pids").filter(isAlive)).toEqual([]);
    },
  );

  test("a listener of the process itself decides when it ends, and the programs end with it", async () => {
    using scripts = newScripts();
    const host = startHost(scripts, true);
    const exit = once(host, "exit");
    await expect.poll(() => scripts.lines("pids").length).toBe(4);
    host.kill("SIGTERM");
    expect(await exit).toEqual([5, null]);
    await expect.poll(() => scripts.lines("pids").filter(isAlive)).toEqual([]);
  });
});

test("floods of standard error are read and thrown away", async () => {
  using scripts = newScripts();
  const result = await panel([{ command: scripts.command("floods", "42") }]).run(QUESTION);
  expect(result).toMatchObject({ answer: "42", integrity: { degraded: false } });
});

test("a child that a program leaves behind holds nothing up, and is ended", async () => {
  using scripts = newScripts();
  const result = await panel([{ command: scripts.command("forks", "42") }]).run(QUESTION);
  expect(result.answer).toBe("42");
  await expect.poll(() => scripts.lines("pids").filter(isAlive)).toEqual([]);
});

test("a program that never stops printing is stopped, and its reply counts as cut off", async () => {
  using scripts = newScripts();
  const good = { command: scripts.command("answers", "42") };
  const result = await panel([good, good, { command: scripts.command("endless") }]).run(QUESTION);
  const text = result.rounds[0]?.positions[2]?.text ?? "";
  expect(text.length).toBeLessThanOrEqual(1_000_000);
  expect(result.answer).toBe("42");
});

test.each([
  ["fails", "node is not logged in: not logged in run login first"],
  ["silent", "node printed nothing"],
] as const)("an error says what became of the program: %s", async (name, words) => {
  using scripts = newScripts();
  const model = { command: scripts.command(name) };
  const running = panel([model], { limits: { retries: 0 } }).run(QUESTION);
  await expect(running).rejects.toThrow(words);
});

test("a program that isn't there is refused before anything runs", async () => {
  using scripts = newScripts();
  const debate = panel([
    { command: scripts.command("answers", "42") },
    { command: ["no-such-program-here"] },
  ]);
  await expect(debate.run(QUESTION)).rejects.toThrow(
    'debaters[1].model: "no-such-program-here" is not on the PATH',
  );
  expect(scripts.lines("calls")).toEqual([]);
});

test.skipIf(process.platform === "win32")(
  "a program that is there and can't be started says why, and is asked once",
  async () => {
    using scripts = newScripts();
    const file = (name: string, text: string, mode: number): string => {
      const path = join(scripts.folder, name);
      writeFileSync(path, text, { mode });
      return path;
    };
    const locked = file("locked.sh", "#!/bin/sh\n", 0o644);
    const windows = file("windows.sh", "#!/bin/sh\r\necho hi\r\n", 0o755);
    const other = { command: scripts.command("answers", "42") };
    const failing = (model: CommandModel): ReturnType<typeof rejection> =>
      rejection(panel([model, other]).run(QUESTION));
    const { message } = await failing({ command: [locked] });
    expect(message).toContain("may not be executed: chmod +x it");
    const placed = await failing({ command: ["cat"], cwd: locked });
    expect(placed.message).toContain("which is not a folder");
    const unstarted = await failing({ command: [windows] });
    expect(unstarted.message).toContain("its first line must name a program that exists");
    expect(unstarted.partial?.usage.calls, "it was not tried again").toBe(2);
  },
);

test.each([
  [["claude -p"], "if it has arguments, write each as a word of its own"],
  [["~/bin/ask"], "no shell reads it, so write the whole path"],
  [["/no/such/program"], "doesn't exist: install it or correct its name"],
  [["answers.mjs"], 'write "./answers.mjs" for the file here'],
])("%j is refused with what to write instead", async (command, advice) => {
  using scripts = newScripts();
  const running = panel([{ command, cwd: scripts.folder }]).run(QUESTION);
  await expect(running).rejects.toThrow(advice);
});

test.skipIf(process.platform === "win32")(
  "arguments that the system can't pass on are refused, once",
  async () => {
    using scripts = newScripts();
    const good = { command: scripts.command("answers", "42") };
    const long = { command: scripts.command("answers", "4".repeat(3_000_000)) };
    const result = await panel([good, good, long]).run(QUESTION);
    expect(result.rounds[0]?.positions[2]?.error).toContain(
      "have the program read them from a file",
    );
    expect(result.usage.calls).toBe(3);
  },
);

test("a cost per call is counted and held by the cap; without one a dollar cap is refused", async () => {
  using scripts = newScripts();
  const command = scripts.command("answers", "42");
  const debate = panel([{ command, costUsd: 0.02 }], { budget: { usd: 0.05 } });
  expect((await debate.run(QUESTION)).costUsd).toBeCloseTo(0.04);
  expect(() => panel([{ command }], { budget: { usd: 1 } })).toThrow(/price/);
});

test.each([
  [{ command: "claude -p" }, "expected a list with a program"],
  [{ command: [] }, "expected a list with a program"],
  [{ command: ["a\0b"] }, "expected a list with a program"],
  [{ command: ["a"], env: "PATH" }, "expected names of variables"],
  [{ command: ["a"], env: ["A=b"] }, "expected names of variables"],
  [{ command: ["a"], costUsd: -1 }, "expected US dollars per call"],
  [{ command: ["a"], cwd: 3 }, "expected the path of a folder"],
  [{ command: ["a"], shell: true }, 'got "shell"'],
  ["command:", "expected a program and its arguments"],
  ['command:claude "-p', 'expected a closing "'],
  ["command:[1]", "expected a program and its arguments"],
])("%j is refused", (model, words) => {
  expect(() => new Debate({ debaters: [model, model] as never })).toThrow(words);
});

test.each([
  ["command:claude -p", ["claude", "-p"]],
  [`command: gemini  -p ""`, ["gemini", "-p", ""]],
  [`command:"/opt/my agent/run" 'a b'`, ["/opt/my agent/run", "a b"]],
  ['command:["llm", "-m", "x"]', ["llm", "-m", "x"]],
])("%s is read as %j", (id, command) => {
  const { model } = new Debate({ debaters: [id, id] }).workers()["debater_0"] ?? {};
  expect(model).toBe(id);
  expect(resolveModel(id, "model").id).toBe(resolveModel({ command }, "model").id);
});

test("arguments of a program are in no event and no journal, and still tell two panels apart", async () => {
  using scripts = newScripts();
  const journal = memoryJournal();
  const withKey = (key: string): CommandModel => ({
    command: [...scripts.command("answers", "42"), "--api-key", key],
  });
  const events: DebateEvent[] = [];
  await panel([withKey("s3cret")], { journal }).run(QUESTION, {
    id: "run",
    onEvent: (event) => void events.push(event),
  });
  const stored = await journal.read("run");
  const all = JSON.stringify([events, stored, [...(stored?.steps ?? [])]]);
  expect(all).toMatch(/command:[^"]+#[0-9a-f]{8}/);
  expect(all).not.toMatch(/s3cret|api-key/);
  const other = await rejection(
    panel([withKey("other")], { journal }).run(QUESTION, { id: "run" }),
  );
  expect(other).toMatchObject({ name: "JournalMismatchError" });
});
