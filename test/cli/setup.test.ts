import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { execFileSync, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { ROOT } from "../../scripts/lib/root.ts";
import { expect, test } from "vitest";
import { newHome, type Home } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

/** A program of this name that is never started. */
function putProgram(home: Home, name: string): Record<string, string> {
  mkdirSync(home.file("bin"), { recursive: true });
  writeFileSync(home.file(`bin/${name}`), "#!/bin/sh\nexit 9\n");
  chmodSync(home.file(`bin/${name}`), 0o755);
  return { PATH: `${home.file("bin")}:/usr/bin:/bin`, CI: "" };
}

test("setup writes what coding agents start, and it starts on any Node", async () => {
  using home = newHome();
  const { stdout } = await rostrum(home, ["setup"]);
  expect(stdout).toContain("coding agents start");
  const launcher = home.file("rostrum.mjs");
  // As the plugins start it, without knowing where it is.
  const stub = `import(${JSON.stringify(launcher)})`;
  for (const args of [[launcher], ["-e", stub, "rostrum"]])
    expect(execFileSync(process.execPath, [...args, "--version"], { encoding: "utf8" })).toMatch(
      /^\d+\.\d+\.\d+/,
    );
  const written = readFileSync(launcher, "utf8");
  await rostrum(home, ["setup"]);
  expect(readFileSync(launcher, "utf8")).toBe(written);
});

test("the launcher says how to repair a clone whose packages are gone", async () => {
  using home = newHome();
  await rostrum(home, ["setup"]);
  const launcher = home.file("rostrum.mjs");
  const clone = home.file("clone");
  const moved = readFileSync(launcher, "utf8").replaceAll(ROOT.replace(/\/$/, ""), clone);
  writeFileSync(launcher, moved);
  const start = (): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [launcher, "--version"], { encoding: "utf8" });
  expect(start().stderr).toMatch(/any more\. Install rostrum again, and run "rostrum setup"\.\n$/);
  const script = join(clone, "packages/rostrum/src/bin.ts");
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, 'console.log("started");\n');
  const { status, stderr } = start();
  expect(status).toBe(1);
  expect(stderr).toContain(`there is no ${join(clone, "node_modules")} any more. `);
  expect(stderr).toContain(`Run "npm ci && npm run build" in ${clone}.\n`);
  mkdirSync(join(clone, "node_modules"));
  expect(start()).toMatchObject({ status: 0, stdout: "started\n" });
});

test("the launcher uses the Node that starts it if the recorded one is gone", async () => {
  using home = newHome();
  await rostrum(home, ["setup"]);
  const launcher = home.file("rostrum.mjs");
  const text = readFileSync(launcher, "utf8");
  const [recorded = ""] = /(?<=\[")[^"]*node(?=")/.exec(text) ?? [];
  expect(recorded).not.toBe("");
  writeFileSync(launcher, text.replace(recorded, "/gone/fnm_multishells/1_2/bin/node"));
  expect(execFileSync(process.execPath, [launcher, "--version"], { encoding: "utf8" })).toMatch(
    /^\d+\.\d+\.\d+/,
  );
});

test("a Node of a version manager is recorded by its own path, not by the link of one shell", async () => {
  using home = newHome();
  mkdirSync(home.file("shell"));
  mkdirSync(home.file("versions"));
  writeFileSync(home.file("versions/node"), "#!/bin/sh\necho 24.1.0\n", { mode: 0o755 });
  symlinkSync(home.file("versions/node"), home.file("shell/node"));
  await rostrum(home, ["install", "cursor", "--yes"], { env: { PATH: home.file("shell") } });
  const config = readFileSync(home.file(".cursor/mcp.json"), "utf8");
  // Outside of a project, the running Node is recorded.
  if (process.execPath.includes("node_modules")) expect(config).toContain("versions/node");
  expect(config).not.toContain("shell/node");
});

test("without a model, setup says all ways to one and ends with 1", async () => {
  using home = newHome();
  const { code, stdout } = await rostrum(home, ["setup"], { env: { PATH: "/nowhere" } });
  expect(code).toBe(1);
  expect(stdout).toContain("✗ No models available");
  expect(stdout).toContain("export OPENAI_API_KEY");
});

test("a subscription is used after one consent, which is asked for by name", async () => {
  using home = newHome();
  const env = { ...putProgram(home, "codex"), ...putProgram(home, "claude") };
  const before = await rostrum(home, ["setup"], { env });
  expect(before.code).toBe(1);
  expect(before.stdout).toContain("rostrum setup --allow claude");
  const allowed = await rostrum(home, ["setup", "--allow", "claude"], { env });
  expect(allowed.code).toBe(0);
  expect(allowed.stdout).toContain("claude may be asked, with your Claude subscription");
  expect(allowed.stdout).toContain("codex is installed");
  // A second consent adds to the first, and a check asks for none.
  await rostrum(home, ["setup", "--allow", "codex"], { env });
  const { code, stdout } = await rostrum(home, ["setup", "--check"], { env });
  expect(code).toBe(0);
  expect(stdout).toContain("claude, codex, claude-2 are asked");
  const unknown = await rostrum(home, ["setup", "--allow", "cursor-agent"], { env });
  expect(unknown.stderr).toContain("Found here: claude, codex");
});

test("consent can be taken back, by the command that setup prints next to it", async () => {
  using home = newHome();
  const env = { ...putProgram(home, "codex"), ...putProgram(home, "claude") };
  const allowed = await rostrum(home, ["setup", "--allow", "claude", "codex"], { env });
  expect(allowed.stdout).toContain("to take that back: rostrum setup --disallow codex");
  const { stderr, stdout } = await rostrum(home, ["setup", "--disallow", "codex", "agy"], { env });
  expect(stderr).toContain("codex is not asked any more");
  expect(stderr).toContain("agy was not allowed");
  expect(stdout).toContain("claude may be asked");
  expect(stdout).toContain("codex is installed");
  expect(stdout).toContain("claude, claude-2, claude-3 are asked");
});

test("a program that says that nobody is logged in is no member, and the way to log in is named", async () => {
  using home = newHome();
  const env = { ...putProgram(home, "codex"), ...putProgram(home, "claude") };
  const script = '#!/bin/sh\n[ "$1 $2" = "auth status" ] && echo \'{"loggedIn": false}\'; exit 1\n';
  writeFileSync(home.file("bin/claude"), script);
  const alone = await rostrum(home, ["setup", "--allow", "claude"], { env });
  expect(alone.code).toBe(1);
  expect(alone.stdout).toContain(
    "✗ claude is not logged in, so it isn't asked: run claude auth login",
  );
  expect(alone.stdout).toContain("✗ No models available");
  const { stderr } = await rostrum(home, ["Is tea better than coffee?"], { env });
  expect(stderr).toContain("run claude auth login.");
  const both = await rostrum(home, ["setup", "--allow", "codex"], { env });
  expect(both.stdout).toContain("✓ without a config, codex, codex-2, codex-3 are asked");
});

test("an older Node on the PATH is not recorded, and a launcher that doesn't start is no ✓", async () => {
  using home = newHome();
  mkdirSync(home.file("bin"));
  writeFileSync(home.file("bin/node"), "#!/bin/sh\necho 22.20.0\n", { mode: 0o755 });
  const env = { PATH: home.file("bin") };
  const { stdout } = await rostrum(home, ["setup"], { env });
  expect(readFileSync(home.file("rostrum.mjs"), "utf8")).toContain(`["${process.execPath}",`);
  // Where the running Node is the project's own, agents start the launcher with the one on the PATH.
  if (!process.execPath.includes("node_modules")) return;
  const problem = /✗ .*rostrum\.mjs can't start rostrum: it ended without a reply/;
  expect(stdout).toMatch(problem);
  expect((await rostrum(home, ["setup", "--check"], { env })).stdout).toMatch(problem);
});

test("setup repairs what is missing, and a check only says so", async () => {
  using home = newHome();
  const env = putProgram(home, "claude");
  await rostrum(home, ["setup", "--allow", "claude"], { env });
  await rostrum(home, ["install", "cursor", "--yes"], { env });
  const entry = readFileSync(home.file(".cursor/mcp.json"), "utf8");
  writeFileSync(home.file(".cursor/mcp.json"), "{}");
  rmSync(home.file("rostrum.mjs"));
  const check = await rostrum(home, ["setup", "--check"], { env });
  expect(check.code).toBe(1);
  expect(check.stdout).toMatch(/✗ .*rostrum\.mjs/);
  expect(check.stdout).toMatch(/✗ Cursor: .*lacks the entry/);
  expect(existsSync(home.file("rostrum.mjs"))).toBe(false);
  const repaired = await rostrum(home, ["setup"], { env });
  expect(repaired.code).toBe(0);
  expect(JSON.parse(readFileSync(home.file(".cursor/mcp.json"), "utf8"))).toEqual(
    JSON.parse(entry),
  );
  expect((await rostrum(home, ["setup", "--check"], { env })).code).toBe(0);
});

test("the plugin's server says what is missing, and hides no other cause", () => {
  using home = newHome();
  const { mcpServers } = JSON.parse(
    readFileSync(join(ROOT, "plugins/rostrum/.mcp.json"), "utf8"),
  ) as {
    mcpServers: { rostrum: { args: string[] } };
  };
  const start = (): string =>
    spawnSync(process.execPath, mcpServers.rostrum.args, { env: home.env(), encoding: "utf8" })
      .stderr;
  expect(start()).toMatch(
    /^rostrum is not set up on this machine\. Run: git clone https:\/\/\S+ && .*\n$/,
  );
  writeFileSync(home.file("rostrum.mjs"), 'throw new Error("the disk is full");');
  expect(start()).toContain("the disk is full");
});

test("the plugin's setup command may look and repair, but not give consent", () => {
  const text = readFileSync(join(ROOT, "plugins/rostrum/commands/setup.md"), "utf8");
  const [, allowed = ""] = /^allowed-tools: "(.*)"$/m.exec(text) ?? [];
  expect(allowed.split(", ").toSorted()).toEqual([
    "Bash(ls ~/.rostrum/rostrum.mjs)",
    "Bash(node ~/.rostrum/rostrum.mjs setup --check)",
    "Bash(node ~/.rostrum/rostrum.mjs setup)",
  ]);
});
