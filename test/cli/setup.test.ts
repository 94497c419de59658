import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
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
