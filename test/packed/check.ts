/*
 * What users get: packs the package, installs the tarball into an empty folder, imports every entry,
 * compiles a consumer and the README's program under each way of resolving modules, runs the consumer
 * as it is and bundled, starts the worker thread and the command, and lets publint and attw look at the
 * tarball.
 */
import assert from "node:assert/strict";
import {
  copyFileSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { ROOT, tool, TSC } from "../../scripts/lib/root.ts";
import { runNode, runNpm, type Ran } from "../../scripts/lib/run.ts";

interface Manifest {
  exports: Record<string, unknown>;
  bin?: Record<string, string>;
  version: string;
}

const folder = mkdtempSync(join(tmpdir(), "rostrum-packed-"));
/** A project in which each package sees only what it lists, as with pnpm. */
const isolated = mkdtempSync(join(tmpdir(), "rostrum-isolated-"));
/** A project that still has the AI SDK before ours. */
const older = mkdtempSync(join(tmpdir(), "rostrum-older-"));
/** The home of somebody who installs rostrum into a coding agent. */
const home = mkdtempSync(join(tmpdir(), "rostrum-home-"));
const here = (name: string): string => join(ROOT, "test/packed", name);

async function must(what: string, ran: Promise<Ran>): Promise<string> {
  const { code, output, seconds } = await ran;
  console.log(`${code === 0 ? "✓" : "✗"} ${what} ${seconds.toFixed(1)} s`);
  if (code === 0) return output;
  console.log(output.trimEnd());
  throw new Error(`${what} failed`);
}

async function pack(): Promise<string> {
  const args = ["pack", "--json", "--pack-destination", folder];
  const output = await must("pack", runNpm(args, { cwd: join(ROOT, "packages/rostrum") }));
  const file = /"filename":\s*"([^"]+\.tgz)"/.exec(output)?.[1];
  assert(file !== undefined, `npm pack named no file:\n${output}`);
  return join(folder, file);
}

async function install(tarball: string): Promise<Manifest> {
  for (const project of [folder, isolated]) {
    writeFileSync(join(project, "package.json"), `{ "private": true, "type": "module" }`);
  }
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball];
  await must("install", runNpm(args, { cwd: folder }));
  const linked = runNpm([...args, "--install-strategy=linked"], { cwd: isolated });
  await must("install, isolated", linked);
  return JSON.parse(
    readFileSync(join(folder, "node_modules/rostrum/package.json"), "utf8"),
  ) as Manifest;
}

/** AI SDK 6, whose models may be members: a range of peers that leaves it out makes npm refuse the install. */
async function installNextToOlder(tarball: string): Promise<void> {
  writeFileSync(join(older, "package.json"), `{ "private": true, "type": "module" }`);
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", "ai@6", tarball];
  await must("install next to AI SDK 6", runNpm(args, { cwd: older }));
  copyFileSync(here("older.ts"), join(older, "older.ts"));
  const compilerOptions = {
    module: "nodenext",
    target: "es2022",
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  const files = ["older.ts"];
  writeFileSync(join(older, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  await must("compile with AI SDK 6", compiled(older));
  await must("run with AI SDK 6", runNode(["older.ts"], { cwd: older }));
}

/** What `npm install rostrum` may bring, itself included. */
const MAX_PACKAGES = 26;
const MAX_MB = 50;

/** How much users install. */
function measureInstall(): void {
  const modules = join(folder, "node_modules");
  const lock = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")) as {
    packages: Record<string, unknown>;
  };
  const packages = Object.keys(lock.packages).length;
  const paths = readdirSync(modules, { recursive: true, encoding: "utf8" });
  // As `du` counts: the blocks on the disk.
  const bytes = paths.reduce((sum, path) => sum + lstatSync(join(modules, path)).blocks * 512, 0);
  const mb = bytes / 1024 ** 2;
  const fits = packages <= MAX_PACKAGES && mb <= MAX_MB;
  const found = `${packages} packages (at most ${MAX_PACKAGES}), ${mb.toFixed(1)} MB (at most ${MAX_MB})`;
  console.log(`${fits ? "✓" : "✗"} an install is ${found}`);
  assert(fits, "an install brings too much: bundle what users don't need themselves");
}

/** Every entry loads, and names nothing that isn't there. */
async function importAll({ exports }: Manifest): Promise<void> {
  const entries = Object.keys(exports).filter((name) => name !== "./package.json");
  const lines = entries.map((name) => {
    const id = JSON.stringify(name.replace(/^\./, "rostrum"));
    // One entry has types only.
    const least = name === "./types" ? 0 : 1;
    return `{ const entry = await import(${id}); const names = Object.keys(entry);
      if (names.length < ${least} || names.some((name) => entry[name] === undefined)) throw new Error(${id}); }`;
  });
  lines.push(`import.meta.resolve("rostrum/package.json");`);
  writeFileSync(join(folder, "import-all.js"), lines.join("\n"));
  await must(`import ${entries.join(" ")}`, runNode(["import-all.js"], { cwd: folder }));
}

/** What people read on the registry's page and in the package leads somewhere, and says how to install. */
function papers(): void {
  for (const name of ["README.md", "CHANGELOG.md", "SECURITY.md"]) {
    const text = readFileSync(join(folder, "node_modules/rostrum", name), "utf8");
    const relative = [...text.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map(([, link]) => link);
    assert(
      relative.length === 0,
      `links of ${name} lead nowhere in the tarball: ${relative.join(", ")}`,
    );
  }
  const readme = readFileSync(join(folder, "node_modules/rostrum/README.md"), "utf8");
  const section = readme.split(/^## /m).find((part) => part.startsWith("Install")) ?? "";
  assert(/npm install rostrum/.test(section), "the README doesn't say how to install");
}

/** The first program of the README, as it stands in the tarball. */
function readmeProgram(): string {
  const readme = readFileSync(join(folder, "node_modules/rostrum/README.md"), "utf8");
  const program = /```ts\n([\s\S]*?)```/.exec(readme)?.[1];
  assert(program !== undefined, "the README in the tarball has no TypeScript program");
  return program;
}

/** Entries whose declarations must not mention an optional package, which this folder doesn't have. */
const WITHOUT_PEERS = [
  "rostrum",
  "rostrum/eval",
  "rostrum/journal",
  "rostrum/langgraph",
  "rostrum/postgres",
  "rostrum/promptfoo",
  "rostrum/server",
  "rostrum/testing",
  "rostrum/types",
];

/** Compiles everything in each way, and a package that exports panels, results and rules in both projects. */
async function compile(): Promise<void> {
  copyFileSync(here("consumer.ts"), join(folder, "consumer.ts"));
  for (const project of [folder, isolated]) {
    copyFileSync(here("declares.ts"), join(project, "declares.ts"));
  }
  writeFileSync(join(folder, "readme.ts"), readmeProgram());
  const bare = WITHOUT_PEERS.map((entry, n) => `export * as e${n} from "${entry}";`);
  writeFileSync(join(folder, "without-peers.ts"), bare.join("\n"));
  // `node16` finds the same files as `nodenext`, and attw tries it below.
  for (const [module, moduleResolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ] as const) {
    const compilerOptions = {
      module,
      moduleResolution,
      target: "es2022",
      // As in a project for browsers: what else the declarations need, they bring along.
      lib: ["es2022", "dom"],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      // A user's declarations must be able to name our types.
      declaration: true,
      emitDeclarationOnly: true,
      outDir: "declared",
      skipLibCheck: false,
    };
    const write = (project: string, files: readonly string[]): void =>
      writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    write(folder, ["consumer.ts", "readme.ts", "without-peers.ts", "declares.ts"]);
    await must(`compile with ${moduleResolution}`, compiled());
    if (moduleResolution !== "nodenext") continue;
    // How modules are resolved changes nothing about which packages can be seen.
    write(isolated, ["declares.ts"]);
    await must("compile, isolated", compiled(isolated));
  }
  await must("run the consumer", runNode(["consumer.ts"], { cwd: folder }));
}

/** Hosts that lock the language down, and one that has added to what every object has. */
async function strictHosts(): Promise<void> {
  const added = "Object.prototype.added = 'by the host'; Array.prototype.added = () => 1;";
  const hosts: [name: string, program: string, ...flags: string[]][] = [
    ["frozen intrinsics", "consumer", "--frozen-intrinsics"],
    ["no code from strings", "consumer", "--disallow-code-generation-from-strings"],
    ["no __proto__", "consumer", "--disable-proto=throw"],
    // Without a JSON Schema: zod doesn't expect it.
    ["an extended Object.prototype", "bundled", "--import", `data:text/javascript,${added}`],
  ];
  for (const [name, program, ...flags] of hosts) {
    rmSync(join(folder, "runs.db"), { force: true });
    const code = stripTypeScriptTypes(readFileSync(here(`${program}.ts`), "utf8"));
    writeFileSync(join(folder, "strict.js"), code);
    await must(`run with ${name}`, runNode([...flags, "strict.js"], { cwd: folder }));
  }
}

/** A program of users, bundled for Node with the package in it; what it asks for by name stays outside. */
async function bundle(): Promise<void> {
  copyFileSync(here("bundled.ts"), join(folder, "bundled.ts"));
  const bundled = await rolldown({
    input: join(folder, "bundled.ts"),
    cwd: folder,
    platform: "node",
    // Providers that aren't installed.
    checks: { unresolvedImport: false },
  });
  await bundled.write({ dir: join(folder, "bundle"), format: "esm" });
  await must("run a bundle", runNode(["bundle/bundled.js"], { cwd: folder }));
}

/** Without it, embedded debaters would quietly share one thread. */
async function startWorker(): Promise<void> {
  copyFileSync(here("worker-thread.ts"), join(folder, "worker-thread.ts"));
  await must("start a worker thread", runNode(["worker-thread.ts"], { cwd: folder }));
}

/** The packages that are bundled, and the server. */
async function runIncluded(): Promise<void> {
  copyFileSync(here("included.ts"), join(folder, "included.ts"));
  await must("use what is included", runNode(["included.ts"], { cwd: folder }));
}

/** The compiler's word on the consumer and on our declarations; other packages' are not ours to mend. */
async function compiled(project = folder): Promise<Ran> {
  const ran = await runNode([TSC, "-p", ".", "--pretty", "false", "--checkers", "1"], {
    cwd: project,
  });
  const errors = ran.output.split("\n").filter((line) => /error TS\d+/.test(line));
  const foreign = /^node_modules\/(?!(?:.*\/node_modules\/)?rostrum\/)/;
  // Declarations of others ask for Node's types, which this project doesn't have; and where each package sees only what
  // it lists, those of the AI SDK find no types of JSON Schema.
  const isExcused = (line: string): boolean =>
    foreign.test(line) && (line.includes("@types/node") || project === isolated);
  const faults = errors.filter((line) => !isExcused(line));
  const onlyExcused = errors.length > 0 && faults.length === 0;
  return { ...ran, code: onlyExcused ? 0 : ran.code, output: faults.join("\n") || ran.output };
}

async function runBin({ bin = {}, version }: Manifest): Promise<void> {
  for (const [name, path] of Object.entries(bin)) {
    const file = join(folder, "node_modules/rostrum", path);
    const said = await must(`${name} --version`, runNode([file, "--version"], { cwd: folder }));
    assert(said.includes(version), `${name} --version said ${said}, expected ${version}`);
  }
}

/** What coding agents start is there when the project that installed it is gone. Comes last. */
async function outliveProject({ version }: Manifest): Promise<void> {
  const env = { HOME: home, USERPROFILE: home, ROSTRUM_HOME: join(home, ".rostrum") };
  const bin = join(isolated, "node_modules/rostrum/dist/bin.js");
  const installed = runNode([bin, "install", "cursor", "--yes"], { cwd: isolated, env });
  await must("install into a coding agent", installed);
  rmSync(join(isolated, "node_modules"), { recursive: true });
  const launcher = join(home, ".rostrum/rostrum.mjs");
  const said = await must("start without the project", runNode([launcher, "--version"], { env }));
  assert(said.includes(version), `the launcher said ${said}, expected ${version}`);
}

try {
  const tarball = await pack();
  const manifest = await install(tarball);
  await installNextToOlder(tarball);
  measureInstall();
  papers();
  await importAll(manifest);
  await compile();
  await strictHosts();
  await bundle();
  await startWorker();
  await runIncluded();
  await runBin(manifest);
  const publint = runNode([tool("publint/src/cli.js"), "run", tarball, "--strict"]);
  await must("publint", publint);
  const attw = [tool("@arethetypeswrong/cli/dist/index.js"), tarball, "--profile", "esm-only"];
  await must("attw", runNode(attw));
  await outliveProject(manifest);
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const each of [folder, isolated, older, home])
    rmSync(each, { recursive: true, force: true });
}
