import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";

const PACKAGE = new URL("../../packages/rostrum/", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("package.json", PACKAGE), "utf8")) as {
  exports: Record<string, string | { default: string }>;
};
/** Sources of the entries. `types` has no code. */
const ENTRIES = Object.values(exports).flatMap((entry) => {
  if (typeof entry === "string" || entry.default.endsWith("/types.js")) return [];
  return [entry.default.replace(/^\.\/dist\/(.*)\.js$/, "src/$1.ts")];
});

/** Imports a module in one process, once with each of these versions. Returns each error's message, or "loaded". */
async function importWith(versions: readonly object[], module: string): Promise<string[]> {
  const address = JSON.stringify(new URL(module, PACKAGE).href);
  const program = `
    const results = [];
    for (const [index, value] of ${JSON.stringify(versions)}.entries()) {
      Object.defineProperty(process, "versions", { value, configurable: true });
      results.push(await import(${address} + "?" + index).then(() => "loaded", (error) => error.message));
    }
    console.log(JSON.stringify(results));`;
  const args = ["--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as string[];
}

describe("a Node that is too old", () => {
  test("gets an error that names the Node versions that work", async () => {
    expect(await importWith([{ node: "22.15.1" }], "src/index.ts")).toEqual([
      "rostrum needs Node 22.16 or newer; this is 22.15.1. To get one: nvm install 22, or https://nodejs.org.",
    ]);
  });

  // What a module imports first is evaluated before the rest.
  test.for(ENTRIES)("is checked before anything else is imported by %s", (entry) => {
    const source = readFileSync(new URL(entry, PACKAGE), "utf8");
    const [statement] = source
      .replaceAll(/\/\*[\s\S]*?\*\/|^\/\/.*$/gm, "")
      .trim()
      .split("\n");
    expect(statement).toBe('import "./require-node.ts";');
  });

  test("error is not thrown for a newer Node, Bun, Deno, or a runtime without a Node version", async () => {
    const versions = [
      { node: "22.16.0" },
      { node: "20.0.0", bun: "1.2.0" },
      { node: "20.0.0", deno: "2.0.0" },
      {},
      { node: "22.15.1" },
    ];
    const results = await importWith(versions, "src/require-node.ts");
    expect(results.slice(0, -1)).toEqual(["loaded", "loaded", "loaded", "loaded"]);
    expect(results.at(-1)).toContain("rostrum needs Node 22.16 or newer");
  });
});

describe("the command in a clone", () => {
  /** Starts the command in a Node that says it is an old one; the Node that it starts in turn says the truth. */
  const old = `data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "20.0.0" } })`;
  const run = (env: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      ["--import", old, fileURLToPath(new URL("src/bin.ts", PACKAGE)), ...args],
      { env: { ...process.env, ...env } },
    );

  test("runs on the clone's own Node if the shell's is too old, with its arguments, output and exit code", async () => {
    const { stdout } = await run({}, "--version");
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    await expect(run({}, "reveiw")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Did you mean") as string,
    });
  });

  test("ends with the process that was started, also if that one is killed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rostrum-old-node-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const args = ["--import", old, fileURLToPath(new URL("src/bin.ts", PACKAGE)), "serve"];
    const child = spawn(process.execPath, [...args, "--port", "0"], {
      cwd: folder,
      env: { PATH: process.env["PATH"], ROSTRUM_HOME: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    child.stderr.on("data", (piece: Buffer) => (said += piece.toString()));
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const { status } = await fetch(new URL("/healthz", line.toString().trim()));
    expect(status).toBe(200);
    child.kill("SIGKILL");
    // The streams that the server inherited close when it is gone.
    await once(child, "close");
    expect(said).toContain("stopping; ");
  });

  test("says which Node is needed if the clone's own is too old as well", async () => {
    await expect(run({ ROSTRUM_ON_BUNDLED_NODE: "1" }, "--version")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        "rostrum needs Node 22.16 or newer; this is 20.0.0.",
      ) as string,
    });
  });
});
