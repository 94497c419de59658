/*
 * Builds the published package from the private ones. JavaScript: one file for each entry of its package.json, and chunks
 * for what they share. What is imported by name (dependencies, peers, Node's modules) stays an import, except the
 * packages of this repository; the weights of packages/embedded are copied next to `dist`. Declarations: see
 * lib/declarations.ts. The page: see packages/page/build.ts.
 */
import { cpSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { rolldown, type InputOptions, type OutputChunk, type Plugin } from "rolldown";
import { asciiPatterns } from "./lib/ascii-patterns.ts";
import { writeDeclarations } from "./lib/declarations.ts";
import { ROOT } from "./lib/root.ts";

const PACKAGE = join(ROOT, "packages/rostrum");
const CORE = join(ROOT, "packages/core/src");
const EMBEDDED = join(ROOT, "packages/embedded");

/** What the compiler puts in for syntax that the oldest Node doesn't read. */
const LOWERED = "@oxc-project/runtime/";
/** Becomes part of the package: the root entry imports no package at once. */
const BUNDLED = [LOWERED, "@rostrum/", "@noble/hashes/"];

/** Files that are found by their address: they keep their place and their name. */
const FOUND_BY_ADDRESS = {
  "package-file": join(CORE, "package-file.ts"),
  "journal/sqlite/thread/program": join(CORE, "journal/sqlite/thread/program.ts"),
  "embedded-location": join(EMBEDDED, "src/location.ts"),
  "embedded-worker": join(EMBEDDED, "src/worker.ts"),
};
/** Programs do something when they are loaded; what other modules export is left out if nobody uses it. */
const PROGRAM = join(ROOT, "packages/cli/src/bin.ts");

const { exports, bin, engines } = JSON.parse(
  readFileSync(join(PACKAGE, "package.json"), "utf8"),
) as {
  exports: Record<string, string | { default: string }>;
  bin: Record<string, string>;
  engines: { node: string };
};

/** `dist/eval.js` is built from `src/eval.ts`. */
function entries(): Record<string, string> {
  const files = Object.values(exports).flatMap((entry) =>
    typeof entry === "string" ? [] : entry.default,
  );
  const names = [...files, ...Object.values(bin)].map((file) =>
    file.replace(/^(?:\.\/)?dist\/(.*)\.js$/, "$1"),
  );
  return Object.fromEntries(names.map((name) => [name, join(PACKAGE, `src/${name}.ts`)]));
}

const inputOptions = (input: Readonly<Record<string, string>>): InputOptions => ({
  input,
  cwd: PACKAGE,
  platform: "node",
  external: (id) => /^[^./]/.test(id) && !BUNDLED.some((name) => id.startsWith(name)),
  treeshake: { moduleSideEffects: (id) => id === PROGRAM },
  // The sources may use what the Node of this repository reads; users may have an older one.
  transform: { target: engines.node.replace(/^>=/, "node") },
  plugins: [addressesStay, patternsInAscii, ownNamesOnly],
});

/** A module of a chunk doesn't know where it lies. */
const addressesStay: Plugin = {
  name: "addresses-stay",
  transform(code, id) {
    if (Object.values(FOUND_BY_ADDRESS).includes(id) || !/new URL\([^)]*import\.meta/.test(code))
      return;
    this.error(
      `${relative(ROOT, id)}: find files by core/src/package-file.ts; chunks lie elsewhere`,
    );
  },
};

const patternsInAscii: Plugin = {
  name: "patterns-in-ascii",
  transform: {
    filter: { code: /[^\0-\x7f]/ },
    handler: (code, id) => ({
      code: asciiPatterns(code, id.endsWith(".ts") ? "ts" : "js"),
      map: null,
    }),
  },
};

/**
 * The bundler's helper would take what other code has added to `Object.prototype` for exports of ours, and the import
 * would fail.
 */
const ownNamesOnly: Plugin = {
  name: "own-names-only",
  renderChunk(code, { fileName }) {
    if (!fileName.includes("rolldown-runtime")) return null;
    const mended = code.replace("for (var name in all)", "for (var name of Object.keys(all))");
    if (mended === code) this.error(`${fileName} no longer lists exports as expected: look at it`);
    return { code: mended, map: null };
  },
};

/** The chunks that are loaded with a file, itself included. */
function loadedWith(file: string, output: readonly OutputChunk[]): Set<OutputChunk> {
  const loaded = new Set<OutputChunk>();
  const load = (name: string): void => {
    const chunk = output.find(({ fileName }) => fileName === name);
    if (!chunk || loaded.has(chunk)) return;
    loaded.add(chunk);
    chunk.imports.forEach(load);
  };
  load(file);
  if (loaded.size === 0) throw new Error(`expected the build to have ${file}, got no such file`);
  return loaded;
}

const isChunk = (file: { type: string }): file is OutputChunk => file.type === "chunk";

/** What a module needs at once; tables of contents are left out. */
async function modulesOf(file: string): Promise<Set<string>> {
  const bundle = await rolldown(inputOptions({ module: file }));
  const { output } = await bundle.generate({ format: "esm", entryFileNames: "[name].js" });
  const used = [...loadedWith("module.js", output.filter(isChunk))].flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? id : [])),
  );
  return new Set(used);
}

await writeDeclarations(join(PACKAGE, "dist/types"));
const core = await modulesOf(join(CORE, "api/debate.ts"));
const engine = await modulesOf(join(CORE, "api/engine.ts"));
const record = await modulesOf(join(CORE, "record/recorder.ts"));
const others = await modulesOf(join(PACKAGE, "src/index.ts"));
const bundle = await rolldown(inputOptions({ ...entries(), ...FOUND_BY_ADDRESS }));
const { output } = await bundle.write({
  dir: join(PACKAGE, "dist"),
  format: "esm",
  sourcemap: true,
  // Descriptions are for editors, which read them in the declarations.
  comments: { jsdoc: false },
  polyfillRequire: false,
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name]-[hash].js",
  codeSplitting: {
    groups: [
      // A record needs one error and nothing of the others.
      { name: "base", test: (id) => id === join(CORE, "rostrum-error.ts"), priority: 4 },
      // Everybody knows the errors, also who needs nothing else.
      { name: "errors", test: (id) => id === join(CORE, "errors.ts"), priority: 3 },
      // Pages that only show records need nothing else: a bundler then leaves the engine out.
      { name: "record", test: (id) => record.has(id), priority: 2 },
      // Each file costs the loader about 0.3 ms: `Debate` comes in one, and the engine, which is loaded with
      // the first run, in another.
      { name: "core", test: (id) => core.has(id), priority: 1 },
      { name: "more", test: (id) => others.has(id) },
      { name: "engine", test: (id) => engine.has(id) && !others.has(id) },
    ],
  },
});
cpSync(join(EMBEDDED, "weights"), join(PACKAGE, "weights"), { recursive: true });

const chunks = output.filter(isChunk);
const root = [...loadedWith("index.js", chunks)];
const nodes = root.flatMap(({ code }) => [...code.matchAll(/^import\b.*"(node:[^"]+)"/gm)]);
if (nodes.length > 0) {
  throw new Error(
    `the root entry loads without Node's modules, but imports ${nodes.map(([, name]) => name).join(", ")}: ` +
      "load them where they are first used",
  );
}
if (process.argv.includes("--list")) {
  for (const { fileName, code, imports } of chunks) console.log(fileName, code.length, ...imports);
  console.log("root:", root.map(({ fileName }) => fileName).join(" "));
}
