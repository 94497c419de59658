import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { newHome, type Home } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

/** Each program's own file, and where our entry is in it. */
const PROGRAMS = {
  "claude-code": [".claude.json", "mcpServers"],
  codex: [".codex/config.toml", "mcp_servers"],
  opencode: [".config/opencode/opencode.json", "mcp"],
  "gemini-cli": [".gemini/settings.json", "mcpServers"],
  cursor: [".cursor/mcp.json", "mcpServers"],
  vscode: [".config/Code/User/mcp.json", "servers"],
} as const;

type Name = keyof typeof PROGRAMS;
const NAMES = Object.keys(PROGRAMS) as Name[];
const JSON_NAMES = NAMES.filter((name) => name !== "codex");

const findFile = (home: Home, name: Name): string => home.file(PROGRAMS[name][0]);
const install = (home: Home, name: Name, ...more: string[]): ReturnType<typeof rostrum> =>
  rostrum(home, ["install", name, "--yes", ...more]);
const uninstall = (home: Home, name: Name): ReturnType<typeof rostrum> =>
  rostrum(home, ["uninstall", name, "--yes"]);

function put(home: Home, name: Name, text: string): void {
  mkdirSync(dirname(findFile(home, name)), { recursive: true });
  writeFileSync(findFile(home, name), text);
}

/** JSON without its comments and trailing commas, as these programs read it. */
function readJson(text: string): Record<string, Record<string, unknown>> {
  const bare = text
    .replace(/^\uFEFF/, "")
    .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "$1")
    .replaceAll(/,(?=\s*[}\]])/g, "");
  return JSON.parse(bare) as Record<string, Record<string, unknown>>;
}

function readEntry(home: Home, name: Name): unknown {
  const text = readFileSync(findFile(home, name), "utf8");
  const [, group] = PROGRAMS[name];
  const config = name === "codex" ? parseToml(text) : readJson(text);
  return (config[group] as Record<string, unknown> | undefined)?.["rostrum"];
}

const starts = expect.stringMatching(/^\/(?!.*node_modules).*node$/);
const args = [expect.stringMatching(/^\/.*\/rostrum\.mjs$/), "mcp"];

/** As each program documents it. */
const ENTRIES: Record<Name, unknown> = {
  "claude-code": { type: "stdio", command: starts, args, env: {} },
  codex: {
    command: starts,
    args,
    env_vars: expect.arrayContaining(["OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTPS_PROXY"]),
  },
  opencode: { type: "local", command: [starts, ...args], enabled: true },
  "gemini-cli": { command: starts, args },
  cursor: { command: starts, args },
  vscode: { type: "stdio", command: starts, args },
};

test.each(NAMES)(
  "%s gets its own form, by paths outside of any project and never by npx, and loses it without a trace",
  async (name) => {
    using home = newHome();
    const before = listAll(home.folder);
    const { code, stderr } = await install(home, name);
    expect(code).toBe(0);
    expect(stderr).toContain(findFile(home, name));
    expect(stderr).toMatch(/^ {2}\+ .*rostrum/m);
    expect(readEntry(home, name)).toEqual(ENTRIES[name]);
    expect(await uninstall(home, name)).toMatchObject({ code: 0 });
    const ours = /^(?:installs|rostrum\.mjs)/;
    expect(listAll(home.folder).filter((path) => !ours.test(path))).toEqual(before);
    expect((await uninstall(home, name)).stderr).toContain("is not installed");
  },
);

function listAll(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .toSorted((a, b) => (a < b ? -1 : 1));
}

const JSON_TEXTS = {
  empty: "",
  "only white space": " \n",
  "an empty object": "{}",
  "an empty object on two lines": "{\n}\n",
  "an object with a comment alone": "{ // nothing yet\n}",
  "other settings": '{\n  "theme": "dark",\n  "list": [1, [2, {"a": "}"}]]\n}\n',
  "other servers":
    '{\n    "GROUP": {\n        "other": { "command": "x", "args": ["//", "/*"] }\n    },\n    "z": null\n}\n',
  "an empty group": '{"GROUP": {}}',
  "comments and trailing commas":
    '// mine\n{\n\t/* {"GROUP": 1} */\n\t"a": "\\" // no comment", // "GROUP"\n\t"GROUP": { // here\n\t\t"other": {"command": "x",},\n\t},\n}\n// end',
  "Windows line ends":
    '{\r\n  "a": 1,\r\n  "GROUP": {\r\n    "other": {"command": "x"}\r\n  }\r\n}\r\n',
  "no line end at the end": '{\n  "a": true\n}',
  "a byte order mark": '\uFEFF{\n  "a": 1\n}\n',
  "one line": '{"a":1,"b":{"c":[]}}',
};

describe.each(JSON_NAMES)("%s", (name) => {
  test.each(Object.entries(JSON_TEXTS))(
    "%s is left byte for byte as it was",
    async (_what, form) => {
      using home = newHome();
      const text = form.replaceAll("GROUP", PROGRAMS[name][1]);
      put(home, name, text);
      expect((await install(home, name)).code).toBe(0);
      expect(readEntry(home, name)).toEqual(ENTRIES[name]);
      const installed = readFileSync(findFile(home, name), "utf8");
      const { rostrum: _, ...others } = readJson(installed)[PROGRAMS[name][1]] ?? {};
      const before = text.trim() === "" ? {} : readJson(text);
      expect(others).toEqual(before[PROGRAMS[name][1]] ?? {});
      // A second install changes nothing, and is undone by one uninstall.
      expect((await install(home, name)).code).toBe(0);
      expect(readFileSync(findFile(home, name), "utf8")).toBe(installed);
      const { code, stderr } = await uninstall(home, name);
      expect([code, stderr]).toEqual([0, expect.not.stringContaining("was changed")]);
      expect(readFileSync(findFile(home, name), "utf8")).toBe(text);
    },
  );
});

test.each([
  ["empty", ""],
  ["other settings", 'model = "x"\n\n[mcp_servers.other]\ncommand = "y"\n'],
  ["no line end at the end", 'model = "x" # mine'],
  ["Windows line ends", 'model = "x"\r\n[tools]\r\na = 1\r\n'],
  ["a table of tables", '[[a]]\nb = "[mcp_servers.rostrum.x"\n'],
])("codex: %s is left byte for byte as it was", async (_what, text) => {
  using home = newHome();
  put(home, "codex", text);
  expect((await install(home, "codex")).code).toBe(0);
  expect(readEntry(home, "codex")).toEqual(ENTRIES.codex);
  if (text !== "")
    expect(parseToml(readFileSync(findFile(home, "codex"), "utf8"))).toMatchObject(parseToml(text));
  expect((await uninstall(home, "codex")).code).toBe(0);
  expect(readFileSync(findFile(home, "codex"), "utf8")).toBe(text);
});

test.each(NAMES)(
  "%s: what was changed in the meantime stays, and only our entry goes",
  async (name) => {
    using home = newHome();
    const text = name === "codex" ? 'model = "x"\n' : '{\n  "theme": "dark"\n}\n';
    put(home, name, text);
    await install(home, name);
    const installed = readFileSync(findFile(home, name), "utf8");
    put(home, name, installed.replace("dark", "light").replace('"x"', '"y"'));
    expect((await uninstall(home, name)).stderr).toContain("only the entry is removed");
    const left = readFileSync(findFile(home, name), "utf8");
    expect(left).toBe(text.replace("dark", "light").replace('"x"', '"y"'));
    // Rewritten in another form by the program itself.
    await install(home, name);
    const rewritten = readFileSync(findFile(home, name), "utf8");
    put(
      home,
      name,
      name === "codex"
        ? `${rewritten.replace("[mcp", "# c\n[mcp").replaceAll('"mcp"]', '"mcp" ]')}\n[z]\n`
        : JSON.stringify(readJson(rewritten)),
    );
    await uninstall(home, name);
    expect(readEntry(home, name)).toBeUndefined();
    const parsed = readFileSync(findFile(home, name), "utf8");
    expect(name === "codex" ? parseToml(parsed) : readJson(parsed)).toMatchObject(
      name === "codex" ? { model: "y", z: {} } : { theme: "light" },
    );
  },
);

test("nothing is written without a word: not in a script, not in a dry run", async () => {
  using home = newHome();
  put(home, "cursor", "{}");
  const asked = await rostrum(home, ["install", "cursor"]);
  expect(asked.code).toBe(1);
  expect(asked.stderr).toContain("add --yes");
  const dryRun = await rostrum(home, ["install", "cursor", "--dry-run"]);
  expect(readFileSync(findFile(home, "cursor"), "utf8")).toBe("{}");
  await install(home, "cursor");
  // What the dry run prints is what is written, byte for byte.
  const added = dryRun.stdout.split("\n").filter((line) => line.startsWith("  + "));
  expect(added.map((line) => line.slice(4))).toEqual(
    readFileSync(findFile(home, "cursor"), "utf8").split("\n"),
  );
});

test.each([
  ["broken JSON", '{ "a": '],
  ["a list", "[]"],
  ["two objects", "{} {}"],
  ["a group that is no object", '{ "mcpServers": [] }'],
  [
    "a server of that name that is not ours",
    '{ "mcpServers": { "rostrum": { "command": "mine" } } }',
  ],
])("%s is left alone, with the reason", async (_what, text) => {
  using home = newHome();
  put(home, "cursor", text);
  const { code, stderr } = await install(home, "cursor");
  expect(code).toBe(1);
  expect(stderr).toContain("mcp.json");
  expect(readFileSync(findFile(home, "cursor"), "utf8")).toBe(text);
});

test("a config that is a link stays one, and keeps its permissions", async () => {
  using home = newHome();
  writeFileSync(home.file("dotfile"), "{}", { mode: 0o600 });
  symlinkSync(home.file("dotfile"), findFile(home, "claude-code"));
  await install(home, "claude-code");
  expect(lstatSync(findFile(home, "claude-code")).isSymbolicLink()).toBe(true);
  expect(readEntry(home, "claude-code")).toEqual(ENTRIES["claude-code"]);
  expect(statSync(home.file("dotfile")).mode & 0o777).toBe(0o600);
  await uninstall(home, "claude-code");
  expect(readFileSync(home.file("dotfile"), "utf8")).toBe("{}");
});

test.each(NAMES)("%s: uninstall leaves an entry alone that it did not write", async (name) => {
  using home = newHome();
  const text =
    name === "codex"
      ? '[mcp_servers.rostrum]\ncommand = "mine"\n'
      : `{ "${PROGRAMS[name][1]}": { "rostrum": { "command": "mine" } } }`;
  put(home, name, text);
  const refused = await uninstall(home, name);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("which was not installed by this command");
  expect(readFileSync(findFile(home, name), "utf8")).toBe(text);
  // Also if one of ours was there before.
  put(home, name, "");
  await install(home, name);
  put(home, name, text);
  await uninstall(home, name);
  expect(readFileSync(findFile(home, name), "utf8")).toBe(text);
});

test("an agent that has the plugin is named, and how to remove it", async () => {
  using home = newHome();
  mkdirSync(home.file(".claude"));
  const settings = { enabledPlugins: { "rostrum@rostrum": true } };
  writeFileSync(home.file(".claude/settings.json"), JSON.stringify(settings));
  put(home, "codex", '[plugins."rostrum@rostrum"]\nenabled = true\n');
  for (const name of ["claude-code", "codex"] as const)
    expect((await install(home, name)).stderr).toMatch(/every tool twice.* plugin (un|re)/);
  expect((await rostrum(home, ["setup"])).stdout).toMatch(/! Codex has the rostrum plugin/);
  writeFileSync(home.file(".claude/settings.json"), "{}");
  expect((await install(home, "claude-code")).stderr).not.toContain("twice");
});

test("without a program's name, install lists the programs", async () => {
  using home = newHome();
  await install(home, "cursor");
  const { code, stdout } = await rostrum(home, ["install"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^cursor +Cursor +installed +\/.*mcp\.json$/m);
  for (const name of NAMES) expect(stdout).toContain(name);
});

test("names of variables are passed on where a program leaves them out, and never their values", async () => {
  using home = newHome();
  const env = {
    OPENAI_API_KEY: "sk-secret-secret",
    OPENAI_BASE_URL: "https://me:secret@gateway.example/v1",
    ROSTRUM_KEY_LOCALHOST: "secret",
  };
  for (const name of ["codex", "gemini-cli"] as const) {
    await rostrum(home, ["install", name, "--yes"], { env });
    const text = readFileSync(findFile(home, name), "utf8");
    expect(text).toContain("OPENAI_API_KEY");
    expect(text).not.toContain("secret");
  }
  // A key whose address is lost would go to the provider instead of the gateway.
  const { env_vars: names } = readEntry(home, "codex") as { env_vars: string[] };
  for (const name of [...Object.keys(env), "ANTHROPIC_BASE_URL", "https_proxy", "NO_PROXY"])
    expect(names).toContain(name);
  expect(readEntry(home, "gemini-cli")).toMatchObject({
    env: Object.fromEntries(Object.keys(env).map((name) => [name, `$${name}`])),
  });
});

test("opencode's config with comments is used if it is the one there", async () => {
  using home = newHome();
  const file = join(home.folder, ".config/opencode/opencode.jsonc");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "{ /* mine */ }\n");
  await install(home, "opencode");
  expect(readFileSync(file, "utf8")).toContain('"rostrum"');
  expect(existsSync(findFile(home, "opencode"))).toBe(false);
});

test("a mistyped program is answered with the nearest one", async () => {
  using home = newHome();
  for (const name of ["claud-code", "claude"]) {
    const { code, stderr } = await rostrum(home, ["install", name, "--dry-run"]);
    expect(code).toBe(1);
    expect(stderr).toContain("Did you mean claude-code?");
  }
});
