import { writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { openAiServer } from "../support/openai-server.ts";
import { asking, newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

test("an unknown flag is refused with the one that was meant", async () => {
  using home = newHome();
  const { code, stdout, stderr } = await rostrum(home, ["--ronds", "3", "Why?"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("--ronds");
  expect(stderr).toContain("--rounds");
});

test("a mistyped command calls no model", async () => {
  using home = newHome();
  const { code, stderr } = await rostrum(home, ["docter"]);
  expect(code).toBe(1);
  expect(stderr).toContain("Did you mean: rostrum doctor");
  expect(stderr).toContain("rostrum ask docter");
});

test("a command name after flags calls no model", async () => {
  using home = newHome();
  const { code, stderr } = await rostrum(home, ["--panel", "embedded", "doctor"]);
  expect(code).toBe(1);
  expect(stderr).toContain('"doctor" is a command, and a command comes before all options.');
  const help = await rostrum(home, ["help", "nothing"]);
  expect(help.stdout).toContain("Usage: rostrum ask");
});

test("a missing key is named, before any call", async () => {
  using home = newHome();
  const { code, stdout, stderr } = await rostrum(home, ["-d", "openai/some-model*2", "Why?"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("OPENAI_API_KEY");
  expect(stderr).not.toMatch(/\n\s+at /);
});

test("an unknown provider is refused with the ones there are", async () => {
  using home = newHome();
  const { code, stderr } = await rostrum(home, ["-d", "nobody/x", "-d", "nobody/y", "Why?"]);
  expect(code).toBe(1);
  expect(stderr).toContain("Known providers: anthropic, ");
});

test("no panel, no key, no server: it says what to do", async () => {
  using home = newHome();
  const { code, stdout, stderr } = await rostrum(home, ["Why is the sky blue?"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  for (const way of ["OPENAI_API_KEY", "GEMINI_API_KEY", "Ollama", "--panel embedded"])
    expect(stderr).toContain(way);
});

test("a question the embedded debaters can't answer is refused with the ways to a model", async () => {
  using home = newHome();
  const { code, stderr } = await rostrum(home, ["--panel", "embedded", "Why is the sky blue?"]);
  expect(code).toBe(1);
  expect(stderr).toContain("does arithmetic only");
});

/** A port that nobody listens on any more. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

test("an unreachable server is an error that says so", async () => {
  using home = newHome();
  const id = `compat:tiny@http://127.0.0.1:${await closedPort()}/v1`;
  const { code, stdout, stderr } = await rostrum(home, ["-d", `${id}*2`, "--retries", "0", "Why?"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/ECONNREFUSED|cannot connect|fetch failed/i);
});

test("a real server is asked over HTTP, and its error reaches the user", async () => {
  using home = newHome();
  const server = await openAiServer((_request, index) =>
    index === 0
      ? { status: 400, message: "the model is asleep", headers: { "x-request-id": "req_7" } }
      : { reply: "Answer: Paris\nConfidence: 0.9" },
  );
  try {
    const { code, stdout, stderr } = await rostrum(home, [
      "-d",
      `compat:tiny@${server.url}*3`,
      "--rounds",
      "0",
      "Capital?",
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "Paris\n" });
    expect(stderr).toContain("the model is asleep");
    expect(stderr).toContain("req_7");
    expect(server.received).toHaveLength(3);
  } finally {
    await server.close();
  }
});

test("what a debate costs at most is never more than its cap", async () => {
  using home = newHome();
  const server = await openAiServer(() => ({ reply: "Answer: Paris" }));
  try {
    const debater = { model: `compat:tiny@${server.url}`, price: { input: 1000, output: 1000 } };
    const members = ["-d", JSON.stringify(debater), "-d", JSON.stringify(debater)];
    const { stderr } = await rostrum(home, [...members, "--max-cost", "50", "Capital?"]);
    expect(stderr).toMatch(/^about \$[\d.]+, at most \$50\b/m);
  } finally {
    await server.close();
  }
});

test("money can't be capped where a price is unknown", async () => {
  using home = newHome();
  const { code, stderr } = await rostrum(home, asking("agree", "--max-cost", "1", "Capital?"));
  expect(code).toBe(1);
  expect(stderr).toContain("--max-cost");
});

test.each([
  ["not yaml: [", "is not valid YAML"],
  ["panels: {}", "at least one panel"],
  ["panels: { a: { debaters: [embedded*3], ronds: 1 } }", 'did you mean "rounds"?'],
  ["panels: { a: { debaters: [embedded] } }", "debaters"],
  ["panels: { a: {}, b: {} }", "--panel"],
  ["panels: { a: {} }\ndefault: b", "to be one of the panels"],
  ["pannels: {}", 'unknown option "pannels"'],
])("a config that says %j is refused in words", async (config, words) => {
  using home = newHome();
  writeFileSync(home.file("rostrum.config.yaml"), config);
  const { code, stdout, stderr } = await rostrum(home, ["Why is it so?"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(words);
  expect(stderr).toContain("rostrum.config.yaml");
  expect(stderr).not.toMatch(/\n\s+at /);
});

test("a .ts config runs only when it is named", async () => {
  using home = newHome();
  writeFileSync(home.file("rostrum.config.ts"), 'throw new Error("it ran");');
  const unnamed = await rostrum(home, ["Why is it so?"]);
  expect(unnamed.stderr).not.toContain("it ran");
  const named = await rostrum(home, ["--config", "rostrum.config.ts", "Why is it so?"]);
  expect(named.code).toBe(1);
  expect(named.stderr).toContain("it ran");
});

test.each([
  [["--panel", "nobody", "Why so?"], 'There is no panel "nobody"'],
  [["--config", "missing.yaml", "Why so?"], "There is no config file"],
  [["--file", "missing.txt"], "there is no file missing.txt"],
  [["--panel", "embedded", "1+1", "--context", "missing.md"], "there is no file missing.md"],
  [["--panel", "embedded"], "There is no question"],
  [["ask", "--resume", "nobody"], 'There is no run "nobody"'],
  [["show", "nobody"], 'There is no run "nobody"'],
  [["show"], "there are no runs yet"],
  [["export", "--format", "pdf"], "pdf"],
])("%j is an error of one line", async (args, words) => {
  using home = newHome();
  const { code, stdout, stderr } = await rostrum(home, args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test("a journal that can't be written is an error before anything is spent", async () => {
  using home = newHome();
  writeFileSync(home.file("file"), "");
  const { code, stderr } = await rostrum(
    home,
    asking("agree", "--journal", home.file("file/rostrum.db"), "Capital?"),
  );
  expect(code).toBe(1);
  expect(stderr).toContain("--no-journal");
});

test("waiting for a person needs a person", async () => {
  using home = newHome();
  const { code, stderr } = await rostrum(home, asking("wait", "Capital?"));
  expect(code).toBe(1);
  expect(stderr).toContain(
    "use `--on-escalate flag` to only mark the run, or run it in a terminal",
  );
});

test("a stack is shown only when it is asked for", async () => {
  using home = newHome();
  const { stderr } = await rostrum(home, ["--panel", "nobody", "Why?"], {
    env: { ROSTRUM_DEBUG: "1" },
  });
  expect(stderr).toMatch(/\n\s+at /);
});
