/*
 * What users see when something is wrong with what they typed, whole, for each kind of mistake. Read the messages: what
 * happened, what was expected, and what to do, at the first reading.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newHome, type Home } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

/** The files that the commands below name. */
function prepare(home: Home): void {
  mkdirSync(home.file("folder"));
  const files: Record<string, string | Buffer> = {
    "notes.md": "Some notes.",
    "empty.txt": "",
    "bytes.bin": Buffer.from([0xff, 0xfe, 0x00]),
    "broken.json": "{",
    "odd.json": '{"type":"nonsense"}',
    "bad.yaml": "panels:\n  a:\n   debaters: [x\n",
    "none.yaml": "panels: {}\n",
    "outline.yaml": "pannels: {}\n",
    "typo.yaml": "panels: { a: { debatters: [embedded*3] } }\n",
    "provider.yaml": "panels: { a: { debaters: [foo/bar, embedded] } }\n",
    "two.yaml": "panels: { a: { debaters: [embedded*3] }, b: { debaters: [embedded*3] } }\n",
    "served.yaml": "server: { nope: 1 }\npanels: { a: { debaters: [embedded*3] } }\n",
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(home.file(name), content);
}

interface Wrong {
  args: readonly string[];
  /** Everything on stderr, in lines. */
  says: readonly string[];
  env?: Record<string, string>;
  /** Files that only this command finds. */
  files?: Record<string, string>;
}

const SUM = ["-p", "embedded", "What is 2+2?"];

/** What is said wherever there is no model. */
const NO_MODELS = [
  "error: No models available: no config, no API key and no local server found.",
  "  Set a key: export OPENAI_API_KEY=… (or ANTHROPIC_API_KEY, GEMINI_API_KEY, OPENROUTER_API_KEY, …).",
  "  Or start Ollama, LM Studio, llama.cpp or vLLM.",
  "  Or install and log in to claude or codex: rostrum can use your subscription.",
  '  Or, for arithmetic, use the built-in networks: rostrum --panel embedded "What is 12+15*21?"',
];

/** A config that came with a folder. */
const UNTRUSTED = {
  "rostrum.config.yaml":
    'panels: { a: { debaters: [command:cat, "compat:x@http://127.0.0.1:9/v1"] } }\n',
};

const TABLE: readonly Wrong[] = [
  {
    args: ["ask", ""],
    says: ["error: The question is empty.", '  Write it in quotes: rostrum "your question"'],
  },
  {
    args: ["ask", "Why so?", "--file", "notes.md"],
    says: [
      "error: The question is given twice: on the command line and in --file.",
      "  Leave one out. To give a file as material, use --context <file>.",
    ],
  },
  { args: ["-f", "missing.txt"], says: ["error: --file: there is no file missing.txt"] },
  { args: ["-f", "folder"], says: ['error: --file: "folder" is a folder, not a file'] },
  {
    args: ["Why so?", "-c", "missing.md"],
    says: ["error: --context: there is no file missing.md"],
  },
  {
    args: ["Why so?", "-c", "empty.txt"],
    says: ["error: --context: expected a file with content, got an empty one: empty.txt"],
  },
  {
    args: ["Why so?", "-c", "bytes.bin"],
    says: [
      "error: --context: bytes.bin is a binary file. Supported: UTF-8 text, a PDF, or a PNG, JPEG, GIF or WebP image.",
    ],
  },
  {
    args: ["--context", "-"],
    says: [
      "error: Standard input can't be the question and its context at once.",
      '  Write the question in quotes: rostrum --context - "question"',
    ],
  },
  {
    args: ["Why so?", "--context", "-"],
    says: [
      'error: Nothing came in on standard input for "--context -".',
      '  Pipe something in: cat notes.md | rostrum --context - "question"',
    ],
  },
  {
    args: ["reveiw", "src/cart.ts"],
    says: [
      'error: "reveiw" is not a command. Did you mean "rostrum review"?',
      '  To ask it as a question: rostrum ask "reveiw …"',
    ],
  },
  {
    args: ["follow", "x"],
    says: [
      'error: "follow" is not a command. Did you mean "rostrum --follow <id>"?',
      '  To ask it as a question: rostrum ask "follow …"',
    ],
  },
  {
    args: ["hello"],
    says: ['error: "hello" is not a command.', "  To ask it as a question: rostrum ask hello"],
  },
  {
    args: ["-q", "doctor"],
    says: [
      'error: Write the command "doctor" before any options. To see them: rostrum doctor --help',
      "  To ask it as a question: rostrum ask doctor",
    ],
  },
  {
    args: ["-5 + 3 = ?"],
    says: [
      "error: unknown option '-5 + 3 = ?'",
      'A question that begins with a dash comes after --: rostrum -- "-5 + 3 = ?"',
    ],
  },
  {
    args: ["--nonsense", "Why so?"],
    says: ["error: unknown option '--nonsense'", "  To list the options: rostrum ask --help"],
  },
  { args: ["Why so?"], says: NO_MODELS },
  {
    args: ["Why so?"],
    env: { CI: "1" },
    says: [
      "error: No models available: no config, no API key and no local server found.",
      "  Set a key: export OPENAI_API_KEY=… (or ANTHROPIC_API_KEY, GEMINI_API_KEY, OPENROUTER_API_KEY, …).",
      "  Or start Ollama, LM Studio, llama.cpp or vLLM.",
      '  Or, for arithmetic, use the built-in networks: rostrum --panel embedded "What is 12+15*21?"',
    ],
  },
  {
    args: ["Why so?"],
    env: { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://127.0.0.1:59999/v1" },
    says: [
      "error: No models available: none of the providers with a key can be used.",
      "  OpenAI at http://127.0.0.1:59999/v1 (OPENAI_BASE_URL): it could not be reached: the connection was refused. Is the server running? If you don't use it, unset OPENAI_BASE_URL",
      "  To check again: rostrum doctor",
    ],
  },
  {
    args: ["Why so?"],
    env: { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "nonsense" },
    says: [
      'error: OPENAI_BASE_URL: "nonsense" is not an address. Write one such as https://example.com/v1',
      "  To check again: rostrum doctor",
    ],
  },
  {
    args: ["Why so?"],
    env: { OPENAI_API_KEY: "k", HTTPS_PROXY: "proxy:3128" },
    says: [
      'error: HTTPS_PROXY: "proxy:3128" is not an address. Write one such as http://proxy:3128',
      "  To check again: rostrum doctor",
    ],
  },
  {
    args: ["Why so?", "--config", "missing.yaml"],
    says: [
      "error: There is no config file missing.yaml.",
      "  Correct the path, or write a config: rostrum init",
    ],
  },
  {
    args: ["Why so?", "--config", "bad.yaml"],
    says: ["error: bad.yaml is not valid YAML: line 3: a ] is missing."],
  },
  {
    args: ["Why so?", "--config", "none.yaml"],
    says: [
      'error: none.yaml: expected at least one panel under "panels", such as panels: { main: { debaters: [openai/<model>*3] } }',
    ],
  },
  {
    args: ["Why so?", "--config", "outline.yaml"],
    says: ['error: outline.yaml: unknown option "pannels"; did you mean "panels"?'],
  },
  {
    args: ["Why so?", "--config", "typo.yaml"],
    says: ['error: typo.yaml, panel "a": debatters: unknown option; did you mean "debaters"?'],
  },
  {
    args: ["Why so?", "--config", "provider.yaml"],
    says: [
      'error: provider.yaml, panel "a": debaters[0].model: unknown provider "foo" in "foo/bar".',
      "  Known providers: anthropic, openai, google, openrouter, mistral, groq, xai, deepseek, together, fireworks, cerebras, azure, ollama, lmstudio.",
      "  For any server that speaks OpenAI's protocol: compat:<model>@<url>",
    ],
  },
  {
    args: ["Why so?", "--config", "two.yaml"],
    says: [
      "error: No default panel: two.yaml has 2 panels (a, b).",
      '  Choose one with --panel a, or write "default: a" in the file.',
    ],
  },
  {
    args: ["Why so?", "--config", "two.yaml", "-p", "c"],
    says: ['error: There is no panel "c" in two.yaml.', "  Available panels: a, b, embedded."],
  },
  {
    args: ["Why so?", "--config", "two.yaml", "-p", "embeded"],
    says: [
      'error: There is no panel "embeded" in two.yaml.',
      "  Did you mean --panel embedded?",
      "  Available panels: a, b, embedded.",
    ],
  },
  {
    args: ["Why so?", "-p", "nobody"],
    says: [
      'error: There is no panel "nobody", because this folder has no config.',
      "  To write a config with panels of your models: rostrum init",
    ],
  },
  {
    args: ["Why so?"],
    files: UNTRUSTED,
    says: [
      "error: Refused to load rostrum.config.yaml: it runs programs (panels.a.debaters[0]) and sends data to addresses (panels.a.debaters[1]); you haven't approved that.",
      "  panels.a.debaters[0] runs: cat",
      "  panels.a.debaters[1] sends to: compat:x@http://127.0.0.1:9/v1",
      '  If you trust it, run "rostrum trust" in its folder, or add --trust for this run only.',
    ],
  },
  {
    args: ["Why so?", "-p", "embedded"],
    says: [
      "error: This panel does arithmetic only, and can't answer this question.",
      "  Leave out --panel embedded. If you have no models yet:",
      "  Set a key: export OPENAI_API_KEY=… (or ANTHROPIC_API_KEY, GEMINI_API_KEY, OPENROUTER_API_KEY, …).",
      "  Or start Ollama, LM Studio, llama.cpp or vLLM.",
      "  Or install and log in to claude or codex: rostrum can use your subscription.",
    ],
  },
  {
    args: ["Why so?", "-d", "openai/x"],
    says: [
      "error: --debater: a debate needs two or more members, got one: openai/x.",
      "  Ask it three times: -d 'openai/x*3'",
      "  Or add another one: -d <provider>/<model>",
    ],
  },
  {
    args: ["Why so?", "-d", "openai/x,openai/y"],
    says: ["error: --debater: give each member its own -d.", "  Write: -d openai/x -d openai/y"],
  },
  {
    args: ["Why so?", "-d", "foo/bar*2"],
    says: [
      'error: --debater: unknown provider "foo" in "foo/bar".',
      "  Known providers: anthropic, openai, google, openrouter, mistral, groq, xai, deepseek, together, fireworks, cerebras, azure, ollama, lmstudio.",
      "  For any server that speaks OpenAI's protocol: compat:<model>@<url>",
    ],
  },
  {
    args: ["Why so?", "-d", "gpt-6-sol*2"],
    says: ['error: --debater: "gpt-6-sol" has no provider. Write openai/gpt-6-sol'],
  },
  {
    args: ["Why so?", "-d", "something*2"],
    says: [
      'error: --debater: expected a model id such as openai/<model>, command:<program> or human:<name>, got "something".',
      "  Known providers: anthropic, openai, google, openrouter, mistral, groq, xai, deepseek, together, fireworks, cerebras, azure, ollama, lmstudio.",
      "  For any server that speaks OpenAI's protocol: compat:<model>@<url>",
    ],
  },
  {
    args: ["Why so?", "-d", "compat:x@nowhere*2"],
    says: [
      'error: --debater: expected compat:<model>@<url>, such as compat:llama@http://127.0.0.1:8000/v1, got "compat:x@nowhere"',
    ],
  },
  {
    args: ["-q", "Why so?", "-d", "openai/x", "-d", "anthropic/y"],
    says: [
      "error: Missing API keys: OPENAI_API_KEY (for openai/x), ANTHROPIC_API_KEY (for anthropic/y). Run: export OPENAI_API_KEY=… ANTHROPIC_API_KEY=…, or write them into .env; programs of your own need node --env-file=.env.",
    ],
  },
  {
    args: ["-q", "Why so?", "-d", "command:no-such-program*2"],
    says: [
      'error: --debater: expected a program that can be run, got "no-such-program", which is not on the PATH: install it or correct its name',
    ],
  },
  {
    args: ["Why so?", "-d", "openai/x*0", "-d", "embedded"],
    says: ['error: --debater: "openai/x*0": write 1 to 99 after the *'],
  },
  {
    args: ["--rounds", "many", ...SUM],
    says: ['error: --rounds: expected a whole number, got "many"'],
  },
  {
    args: ["--rounds", "-1", ...SUM],
    says: ["error: --rounds: expected a whole number, 0 or more, got -1"],
  },
  {
    args: ["--max-cost", "ten", ...SUM],
    says: ['error: --max-cost: expected a number, got "ten"'],
  },
  {
    args: ["--timeout", "soon", ...SUM],
    says: ['error: --timeout: expected a time such as 30s, 2m or 500ms, got "soon"'],
  },
  {
    args: ["--answer", "numbr", ...SUM],
    says: ['error: --answer: unknown value "numbr"; did you mean "number"?'],
  },
  {
    args: ["--answer", "choice:a", ...SUM],
    says: ['error: --answer: expected two or more choices, such as choice:yes,no, got ["a"]'],
  },
  {
    args: ["--answer", "json", ...SUM],
    says: ["error: --answer json needs a JSON Schema: --schema <file>"],
  },
  {
    args: ["--stop", "nope", ...SUM],
    says: [
      'error: --stop: expected one of "unanimous", "agreement", "stable", "never", got "nope"',
    ],
  },
  {
    args: ["--schema", "broken.json", ...SUM],
    says: ["error: --schema: broken.json is not valid JSON (line 1)."],
  },
  {
    args: ["--schema", "odd.json", ...SUM],
    says: ['error: --schema odd.json: "nonsense" is not a JSON Schema type'],
  },
  {
    args: ["--resume", "nope"],
    says: ['error: There is no run "nope".', "  To list them: rostrum runs"],
  },
  {
    args: ["--carry", "verdict", ...SUM],
    says: [
      "error: --carry works only with --follow.",
      "  Add --follow (the latest run) or --follow <id>, or leave out --carry.",
    ],
  },
  {
    args: ["--journal", "folder", ...SUM],
    says: ['error: --journal: "folder" is a folder. Give a file: --journal folder/rostrum.db'],
  },
  {
    args: ["-q", "--id", "a b", ...SUM],
    says: [
      'error: --id: expected 1 to 200 letters, digits and the characters . : @ _ - (but not . or .. alone), got "a b"',
    ],
  },
  { args: ["doctor", "--jsn"], says: ["error: unknown option '--jsn'", "(Did you mean --json?)"] },
  {
    args: ["--budget", "0.2", ...SUM],
    says: ["error: unknown option '--budget'", "(Did you mean --max-cost?)"],
  },
  {
    args: ["doctor", "extra"],
    says: ['error: doctor takes no arguments; leave out "extra".'],
  },
  { args: ["init"], says: NO_MODELS },
  {
    args: ["init", "--for", "nothing"],
    says: [
      "error: option '--for <kind>' argument 'nothing' is invalid. Allowed choices are any, number, choice, decision, review.",
    ],
  },
  {
    args: ["init", "--care", "much"],
    says: [
      "error: option '--care <level>' argument 'much' is invalid. Allowed choices are quick, normal, careful.",
    ],
  },
  {
    args: ["init", "--with", "openai"],
    says: [
      'error: --with: "openai" was not found here.',
      "  Set OPENAI_API_KEY.",
      "  Nothing was found: no API key, no local server and no coding agent.",
    ],
  },
  {
    args: ["init"],
    files: { "rostrum.config.yaml": "" },
    says: ["error: rostrum.config.yaml already exists.", "  To overwrite it: rostrum init --force"],
  },
  {
    args: ["init", "--yaml"],
    files: { "rostrum.config.json": "{}" },
    says: [
      "error: rostrum.config.json already exists.",
      "  A folder may have only one config: remove that file to write rostrum.config.yaml.",
    ],
  },
  {
    args: ["init"],
    env: { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://127.0.0.1:59999/v1" },
    says: [
      "error: No models available: none of the providers with a key can be used.",
      "  OpenAI at http://127.0.0.1:59999/v1 (OPENAI_BASE_URL): it could not be reached: the connection was refused. Is the server running? If you don't use it, unset OPENAI_BASE_URL",
      "  To check again: rostrum doctor",
    ],
  },
  { args: ["serve", "--port", "99999"], says: ['error: --port: expected 0 to 65535, got "99999"'] },
  { args: ["serve", "--port", "abc"], says: ['error: --port: expected a whole number, got "abc"'] },
  {
    args: ["serve", "--host", "0.0.0.0"],
    says: [
      "error: --host: other machines can reach this server at 0.0.0.0, so it needs a token.",
      "  To make one: rostrum serve --new-token <user>",
      "  To use it: set ROSTRUM_TOKEN, or name a file with --tokens",
      "  For this machine only: listen on 127.0.0.1",
    ],
  },
  {
    args: ["serve", "--tokens", "folder"],
    says: ['error: --tokens: "folder" is a folder, not a file'],
  },
  {
    args: ["serve", "--tokens", "broken.json"],
    says: ["error: --tokens: broken.json is not valid JSON (line 1)."],
  },
  {
    args: ["serve", "--config", "missing.yaml"],
    says: [
      "error: There is no config file missing.yaml.",
      "  Correct the path, or write a config: rostrum init",
    ],
  },
  {
    args: ["serve", "--config", "served.yaml"],
    says: [
      'error: served.yaml: unknown setting "nope" under "server"; expected one of oidc, policy, keep, webhooks, publicUrl, models',
    ],
  },
  {
    args: ["serve", "--token", "short"],
    says: [
      "error: --token: expected at least 20 characters; to make one: rostrum serve --new-token <user>",
    ],
  },
  {
    args: ["serve", "--allow-origin", "nope"],
    says: [
      'error: --allow-origin: expected an origin such as https://tools.example.com, got "nope"',
    ],
  },
  {
    args: ["serve", "--public-url", "nope"],
    says: [
      'error: --public-url: expected an address such as https://panel.example.com, got "nope"',
    ],
  },
  {
    args: ["serve"],
    files: {
      "rostrum.config.yaml":
        "panels: { a: { debaters: [embedded*3] } }\nserver: { keep: { days: 90 } }\n",
    },
    says: [
      "error: Refused to load rostrum.config.yaml: it changes settings (server.keep: deletes older debates or audit rows); you haven't approved that.",
      '  server.keep sets: {"days":90}',
      '  If you trust it, run "rostrum trust" in its folder, or add --trust for this run only.',
    ],
  },
  {
    args: ["serve"],
    files: UNTRUSTED,
    says: [
      "error: Refused to load rostrum.config.yaml: it runs programs (panels.a.debaters[0]) and sends data to addresses (panels.a.debaters[1]); you haven't approved that.",
      "  panels.a.debaters[0] runs: cat",
      "  panels.a.debaters[1] sends to: compat:x@http://127.0.0.1:9/v1",
      '  If you trust it, run "rostrum trust" in its folder, or add --trust for this run only.',
    ],
  },
  {
    args: ["review"],
    says: [
      "error: Nothing to review: there is no git repository here (or no git), and no file was given.",
      "  Name files: rostrum review src/cart.ts src/order.ts",
      "  Or pipe a change in: git diff | rostrum review -",
    ],
  },
  {
    args: ["review", "--staged"],
    says: [
      "error: Nothing to review: there is no git repository here (or no git).",
      "  Name files: rostrum review src/cart.ts src/order.ts",
      "  Or pipe a change in: git diff | rostrum review -",
    ],
  },
  {
    args: ["review", "missing.ts"],
    says: [
      "error: There is no file or folder missing.ts. (This is not a git repository, so it can't be a commit either.)",
    ],
  },
  {
    args: ["review", "empty.txt"],
    says: ["error: Nothing to review: empty.txt is empty."],
  },
  {
    args: ["review", "bytes.bin"],
    says: ["error: review: bytes.bin is a binary file. Supported: UTF-8 text."],
  },
  { args: ["review", "notes.md"], says: ["reviewing notes.md: 1 file", ...NO_MODELS] },
  {
    args: ["review", "--plan"],
    says: [
      "error: There is no plan to review: nothing came in on standard input.",
      "  Name its file: rostrum review --plan plan.md",
      "  Or pipe it in: cat plan.md | rostrum review --plan",
    ],
  },
  {
    args: ["review", "--plan", "empty.txt"],
    says: ["error: There is no plan to review: empty.txt is empty."],
  },
  {
    args: ["review", "--plan", "missing.md"],
    says: ["error: --plan: there is no file missing.md"],
  },
  {
    args: ["review", "--plan", "notes.md", "--fail-on", "high"],
    says: [
      "error: --fail-on is not for plans: leave it out. The exit code is 4 unless the verdict is proceed.",
    ],
  },
  {
    args: ["review", "--plan", "notes.md", "--staged"],
    says: [
      "error: --plan reviews a plan and nothing else: leave out files, commits, --staged, --base and --pr.",
      "  Reviewers of a plan can read the repository that this folder is in.",
    ],
  },
  {
    args: ["review", "notes.md", "--answer", "number"],
    says: ["error: --answer is not for reviews, whose answer is always findings: leave it out."],
  },
  {
    args: ["review", "notes.md", "--sarif", "--fix-prompt"],
    says: ["error: --json, --sarif and --fix-prompt all write to stdout: give only one of them."],
  },
  {
    args: ["review", "--base"],
    says: ["error: --base needs a value: --base <branch>"],
  },
  {
    args: ["review", "notes.md", "--fail-on", "terrible"],
    says: [
      "error: option '--fail-on <severity>' argument 'terrible' is invalid. Allowed choices are low, medium, high, critical, never.",
    ],
  },
];

test.each(TABLE)("rostrum $args", async ({ args, says, env = {}, files = {} }) => {
  using home = newHome();
  prepare(home);
  for (const [name, content] of Object.entries(files)) writeFileSync(home.file(name), content);
  const { code, stdout, stderr } = await rostrum(home, args, { env: { PATH: "/nowhere", ...env } });
  expect(stderr.trimEnd().split("\n")).toEqual(says);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
});

test("the table has forty kinds of mistakes, and no message shows how the program is made", () => {
  expect(TABLE.length).toBeGreaterThanOrEqual(40);
  for (const { says } of TABLE) {
    expect(says.join("\n")).not.toMatch(/\n\s+at |E[A-Z]{4,}:|undefined|\[object|NaN|TypeError/);
    expect(says.some((line) => line.startsWith("error: "))).toBe(true);
  }
});

test.each([
  ["missing.yaml", "✗ There is no config file missing.yaml."],
  ["typo.yaml", '✗ panel a: debatters: unknown option; did you mean "debaters"?'],
  ["provider.yaml", '✗ panel a: debaters[0].model: unknown provider "foo" in "foo/bar".'],
  ["bad.yaml", "✗ bad.yaml is not valid YAML: line 3: a ] is missing."],
])("rostrum doctor --config %s", async (config, says) => {
  using home = newHome();
  prepare(home);
  const { code, stdout } = await rostrum(home, ["doctor", "--config", config]);
  expect(code).toBe(1);
  expect(stdout).toContain(says);
});
