import { readdirSync, writeFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { openAiServer } from "../support/openai-server.ts";
import { newHome, type Home } from "./support/home.ts";
import { rostrum, type Ended, type RunOptions } from "./support/rostrum.ts";
import { inTerminal } from "./support/terminal.ts";

/** Asks two members that agree, and returns what one of them was sent. */
async function ask(
  home: Home,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ended & { prompt: string | null }> {
  const server = await openAiServer(() => ({ reply: "Answer: yes" }));
  try {
    const panel = ["-d", `compat:tiny@${server.url}*2`, "--answer", "exact", "--no-journal"];
    const ended = await rostrum(home, [...panel, ...args], options);
    const [first] = server.received;
    return { ...ended, prompt: first === undefined ? null : JSON.stringify(first.body) };
  } finally {
    await server.close();
  }
}

const MATERIAL = "the document stdin:";

describe("standard input", () => {
  test.each([
    ["a question in quotes", ["Should we do it?"]],
    ["--context -", ["Should we do it?", "--context", "-"]],
    ["--context - before the question", ["--context", "-", "Should we do it?"]],
    ["a question in a file", ["--file", "question.txt"]],
  ])("is material next to %s", async (_, args) => {
    using home = newHome();
    writeFileSync(home.file("question.txt"), "Should we do it?");
    const { code, stderr, prompt } = await ask(home, args, { input: "we use Oracle\n" });
    expect(code).toBe(0);
    expect(prompt).toContain(`${MATERIAL}\\n\\nwe use Oracle`);
    expect(prompt).toContain("Should we do it?");
    expect(stderr).toContain("context: 14 bytes from standard input");
  });

  test("can be checked afterwards: show and export tell what came in", async () => {
    using home = newHome();
    writeFileSync(home.file("notes.md"), "the notes");
    const server = await openAiServer(() => ({ reply: "Answer: yes" }));
    try {
      const panel = ["-d", `compat:tiny@${server.url}*2`, "--answer", "exact"];
      const context = ["--context", "notes.md", "--context", "-"];
      await rostrum(home, [...panel, "Should we?", ...context], { input: "we use Oracle\n" });
      const lines = ["notes.md, 9 bytes", "14 bytes from standard input"];
      const shown = (await rostrum(home, ["show"])).stdout;
      const exported = (await rostrum(home, ["export"])).stdout;
      for (const line of lines) {
        expect(shown).toContain(`context: ${line}\n`);
        expect(exported).toContain(`- ${line}\n`);
      }
    } finally {
      await server.close();
    }
  });

  test("adds to the files of --context", async () => {
    using home = newHome();
    writeFileSync(home.file("notes.md"), "the notes");
    const args = ["Should we?", "--context", "notes.md"];
    const { prompt } = await ask(home, args, { input: "we use Oracle" });
    expect(prompt).toMatch(/the document notes\.md:\\n\\nthe notes.*stdin:\\n\\nwe use Oracle/);
  });

  test.each([[[]], [["-"]], [["--file", "-"]]])("is the question with %j", async (args) => {
    using home = newHome();
    const { code, prompt } = await ask(home, args, { input: "Should we use Oracle?" });
    expect(code).toBe(0);
    expect(prompt).toContain("Should we use Oracle?");
    expect(prompt).not.toContain(MATERIAL);
  });

  test.each(["", " \n"])("adds nothing if it holds %j", async (input) => {
    using home = newHome();
    const { code, prompt, stderr } = await ask(home, ["-q", "Should we?"], { input });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(prompt).not.toContain(MATERIAL);
  });

  test("is not waited for if it stays silent, and that is told", async () => {
    using home = newHome();
    const input = new PassThrough();
    const { code, prompt, stderr } = await ask(home, ["-q", "Should we?"], { input });
    expect(code).toBe(0);
    expect(prompt).not.toContain(MATERIAL);
    expect(stderr).toBe(
      "warning: Nothing arrived on standard input within one second, so the question is asked " +
        "without it. To wait for it, add --context -.\n",
    );
  });

  test("is not read from a terminal", async () => {
    using home = newHome();
    const terminal = inTerminal(home, ["--panel", "embedded", "What is 2+3?"], { columns: 80 });
    terminal.type("we use Oracle\r");
    expect((await terminal.ended).screen).not.toContain("context:");
    const waiting = inTerminal(home, ["--context", "-", "Why is it so?"], { columns: 80 });
    expect((await waiting.ended).screen).toContain("standard input is a terminal");
  });
});

test("two questions, or material without one, are refused", async () => {
  using home = newHome();
  const both = await ask(home, ["--context", "-"], { input: "x" });
  expect(both).toMatchObject({ code: 1, prompt: null });
  expect(both.stderr).toContain("Standard input can't be the question and its context at once.");
  const none = await ask(home, ["Why?", "--context", "-"], { input: "" });
  expect(none).toMatchObject({ code: 1, prompt: null });
  expect(none.stderr).toContain('Nothing came in on standard input for "--context -".');
});

describe("a mistyped command", () => {
  test.each([
    [["reveiw", "src/cart.ts"], "rostrum review"],
    [["revew", "--staged"], "rostrum review"],
    [["Review", "src/cart.ts"], "rostrum review"],
    [["docter"], "rostrum doctor"],
    [["serv", "--port", "1"], "rostrum serve"],
    [["inti"], "rostrum init"],
    [["ini"], "rostrum init"],
    [["int"], "rostrum init"],
    [["rev"], "rostrum review"],
    [["run"], "rostrum runs"],
    [["runs1", "4f2"], "rostrum runs"],
    [["hepl", "review"], "rostrum --help"],
    [["follow", "x"], 'rostrum --follow x "your question"'],
    [["follow", "x", "Why?"], 'rostrum --follow <id> "your question"'],
    [["resume", "4f2"], "rostrum ask --resume 4f2"],
    [["--max-cost", "1", "reveiw", "src/cart.ts"], "rostrum review"],
  ])("%j is refused with a suggestion", async (args, suggestion) => {
    using home = newHome();
    const { code, stdout, stderr } = await rostrum(home, args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(`is not a command.\n  Did you mean: ${suggestion}\n`);
    expect(stderr).toContain("To ask it as a question: rostrum ask");
  });

  test.each([
    ["Where is it?"],
    ["Which", "one?"],
    ["Five", "or", "six?"],
    ["Runtime?"],
    ["run", "or", "walk?"],
  ])("%j is a question", async (...words) => {
    using home = newHome();
    expect((await ask(home, words)).code).toBe(0);
  });
});

describe("a panel", () => {
  const panels = (...names: string[]): string =>
    JSON.stringify({ panels: Object.fromEntries(names.map((name) => [name, PANEL])) });
  const PANEL = { debaters: ["embedded*3"] };

  test.each([
    ["named default", ["other", "default"]],
    ["that is the only one", ["other"]],
  ])("%s is asked if none is named", async (_, names) => {
    using home = newHome();
    writeFileSync(home.file("rostrum.config.json"), panels(...names));
    expect(await rostrum(home, ["What is 2+3?"])).toMatchObject({ code: 0, stdout: "5\n" });
  });

  test("has to be named if there are several and none is the default", async () => {
    using home = newHome();
    writeFileSync(home.file("rostrum.config.json"), panels("a", "b"));
    const { code, stderr } = await rostrum(home, ["What is 2+3?"]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      "error: No default panel: rostrum.config.json has 2 panels (a, b).\n" +
        '  Choose one with --panel a, or write "default: a" in the file.\n',
    );
  });
});

test("--no-journal keeps nothing", async () => {
  using home = newHome();
  writeFileSync(home.file("say.sh"), "#!/bin/sh\necho 'Answer: 5'\n", { mode: 0o755 });
  const args = ["-d", "command:./say.sh*2", "--no-journal", "What is 2+3?"];
  expect((await rostrum(home, args)).code).toBe(0);
  expect(readdirSync(home.folder)).toEqual(["say.sh"]);
});
