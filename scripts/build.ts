/*
 * Builds the published package from the private ones. JavaScript: one file for each entry of its package.json, and chunks
 * for what they share. Its dependencies, its peers and Node's modules stay imports; everything else is bundled, with the
 * licenses in THIRD-PARTY-LICENSES.txt. The weights of packages/embedded are copied next to `dist`.
 * Declarations: see lib/declarations.ts. The page: see packages/page/build.ts.
 */
import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, join, relative } from "node:path";
import {
  rolldown,
  type InputOptions,
  type OutputChunk,
  type OutputOptions,
  type Plugin,
} from "rolldown";
import { asciiPatterns } from "./lib/ascii-patterns.ts";
import { writeDeclarations } from "./lib/declarations.ts";
import { findPackageFolder, writeLicenses } from "./lib/licenses.ts";
import { ROOT, tool } from "./lib/root.ts";

const PACKAGE = join(ROOT, "packages/rostrum");
const CORE = join(ROOT, "packages/core/src");
const RUNTIME = join(ROOT, "packages/runtime/src");
const EMBEDDED = join(ROOT, "packages/embedded");

/** Files that are located by `import.meta.url`: they keep their path and name. */
const FOUND_BY_ADDRESS = {
  "package-file": join(RUNTIME, "package-file.ts"),
  "journal/sqlite/thread/program": join(RUNTIME, "journal/sqlite/thread/program.ts"),
  "embedded-location": join(EMBEDDED, "src/location.ts"),
  "embedded-worker": join(EMBEDDED, "src/worker.ts"),
};
/**
 * Contains packages that load Node's modules by `require`. Bundled alone, so that nothing else needs the helper for
 * `require`.
 */
const COMMONJS_ENTRY = { "api/tools/mcp-sdk": join(RUNTIME, "api/tools/mcp-sdk.ts") };
/** Looked up at run time (`createRequire`), so that bundlers of users don't see them. */
const LOOKED_UP = ["undici", "@pydantic/genai-prices"];
/** Imported by the declarations of `@ai-sdk/provider`, which doesn't bring it. */
const DECLARED_BY_OTHERS = ["@types/json-schema"];
const NODE_VERSION = join(RUNTIME, "node-version.ts");
const REQUIRE_NODE = join(PACKAGE, "src/require-node.ts");
/** The only modules of ours with side effects. Unused exports of the others are dropped. */
const WITH_SIDE_EFFECTS = new Set([join(ROOT, "packages/cli/src/bin.ts"), REQUIRE_NODE]);

const { exports, bin, engines, dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(PACKAGE, "package.json"), "utf8"),
) as {
  exports: Record<string, string | { default: string }>;
  bin: Record<string, string>;
  engines: { node: string };
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};
const INSTALLED = new Set(Object.keys({ ...dependencies, ...peerDependencies }));

/** `hono/cors` belongs to `hono`. */
const packageOf = (id: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;

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
  external: (id) => isBuiltin(id) || INSTALLED.has(packageOf(id)),
  // The Node build of yaml is CommonJS.
  resolve: { alias: { yaml: tool("yaml/browser/index.js") } },
  treeshake: {
    moduleSideEffects: (id) =>
      findPackageFolder(id) === null ? WITH_SIDE_EFFECTS.has(id) : undefined,
  },
  // The sources may use syntax of this repository's Node; users may have an older one.
  transform: { target: engines.node.replace(/^>=/, "node") },
  plugins: [forbidModuleUrls, patternsInAscii, ownNamesOnly],
});

/** A bundled module can't locate files by its own URL, because its chunk is elsewhere. */
const forbidModuleUrls: Plugin = {
  name: "addresses-stay",
  transform(code, id) {
    if (Object.values(FOUND_BY_ADDRESS).includes(id) || !/new URL\([^)]*import\.meta/.test(code))
      return;
    this.error(
      `${relative(ROOT, id)}: find files by runtime/src/package-file.ts; chunks lie elsewhere`,
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
 * The bundler's helper would treat properties that other code added to `Object.prototype` as exports, and the import
 * would fail.
 */
const ownNamesOnly: Plugin = {
  name: "own-names-only",
  renderChunk(code, { fileName }) {
    if (!fileName.includes("rolldown-runtime")) return null;
    const patched = code.replace("for (var name in all)", "for (var name of Object.keys(all))");
    if (patched === code) this.error(`${fileName} no longer lists exports as expected: look at it`);
    return { code: patched, map: null };
  },
};

/** Chunks that are loaded with a file, including its own. */
function listLoadedChunks(file: string, output: readonly OutputChunk[]): Set<OutputChunk> {
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

/** Modules that are loaded with a module. Modules that only re-export are left out. */
async function listLoadedModules(file: string): Promise<Set<string>> {
  const bundle = await rolldown(inputOptions({ module: file }));
  const { output } = await bundle.generate({ format: "esm", entryFileNames: "[name].js" });
  const used = [...listLoadedChunks("module.js", output.filter(isChunk))].flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? id : [])),
  );
  return new Set(used);
}

await writeDeclarations(join(PACKAGE, "dist/types"));
const core = await listLoadedModules(join(RUNTIME, "api/debate.ts"));
const engine = await listLoadedModules(join(RUNTIME, "api/engine.ts"));
const record = await listLoadedModules(join(CORE, "record/recorder.ts"));
const rootEntryModules = await listLoadedModules(join(PACKAGE, "src/index.ts"));
const bundle = await rolldown(inputOptions({ ...entries(), ...FOUND_BY_ADDRESS }));
const outputOptions: OutputOptions = {
  dir: join(PACKAGE, "dist"),
  format: "esm",
  sourcemap: true,
  // Stack traces name the lines of the sources, which are in the repository.
  sourcemapExcludeSources: true,
  // Descriptions are for editors, which read them in the declarations.
  comments: { jsdoc: false },
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name]-[hash].js",
};
const { output } = await bundle.write({
  ...outputOptions,
  polyfillRequire: false,
  codeSplitting: {
    groups: [
      // Loaded first, alone, because an old Node may fail to load anything else. The command imports only the former.
      { name: "node-version", test: (id) => id === NODE_VERSION, priority: 6 },
      { name: "require-node", test: (id) => id === REQUIRE_NODE, priority: 5 },
      // A record needs one error class and none of the others.
      { name: "base", test: (id) => id === join(CORE, "rostrum-error.ts"), priority: 4 },
      // Every entry imports the errors, even those that need nothing else.
      { name: "errors", test: (id) => id === join(CORE, "errors.ts"), priority: 3 },
      // Pages that only show records need nothing else: a bundler then leaves the engine out.
      { name: "record", test: (id) => record.has(id), priority: 2 },
      // Each file costs the loader about 0.3 ms: `Debate` comes in one, and the engine, which is loaded with
      // the first run, in another.
      { name: "core", test: (id) => core.has(id), priority: 1 },
      { name: "more", test: (id) => rootEntryModules.has(id) },
      { name: "engine", test: (id) => engine.has(id) && !rootEntryModules.has(id) },
      // Third-party code gets chunks of its own, without a source map.
      {
        debugName: "packages",
        name: (id) => basename(findPackageFolder(id) ?? id),
        test: (id) =>
          findPackageFolder(id) !== null && !rootEntryModules.has(id) && !engine.has(id),
      },
    ],
  },
});
const commonJsBundle = await (
  await rolldown(inputOptions(COMMONJS_ENTRY))
).write({ ...outputOptions, sourcemap: false });
cpSync(join(EMBEDDED, "weights"), join(PACKAGE, "weights"), { recursive: true });

const chunks = [...output, ...commonJsBundle.output].filter(isChunk);
const bundled = chunks.flatMap(({ modules }) => Object.keys(modules));
writeLicenses(join(PACKAGE, "THIRD-PARTY-LICENSES.txt"), bundled);
for (const { fileName, modules, code } of chunks) {
  if (Object.keys(modules).some((id) => findPackageFolder(id) === null)) continue;
  rmSync(join(PACKAGE, "dist", `${fileName}.map`), { force: true });
  writeFileSync(join(PACKAGE, "dist", fileName), code.replace(/^\/\/# sourceMappingURL=.*$/m, ""));
}

// npm makes the command executable only when it links it for the first time.
chmodSync(join(PACKAGE, "dist/bin.js"), 0o755);

const root = [...listLoadedChunks("index.js", chunks)];
const nodeImports = root.flatMap(({ code }) => [...code.matchAll(/^import\b.*"(node:[^"]+)"/gm)]);
if (nodeImports.length > 0) {
  throw new Error(
    `the root entry loads without Node's modules, but imports ${nodeImports.map(([, name]) => name).join(", ")}: ` +
      "load them where they are first used",
  );
}
const imported = new Set(
  [
    ...chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]),
    ...globSync("dist/types/**/*.d.ts", { cwd: PACKAGE }).flatMap((file) =>
      [
        ...readFileSync(join(PACKAGE, file), "utf8").matchAll(/(?:from|import\() ?"([^."][^"]*)"/g),
      ].map(([, name = ""]) => name),
    ),
    ...LOOKED_UP,
    ...DECLARED_BY_OTHERS,
  ].map(packageOf),
);
const files = new Set(chunks.map(({ fileName }) => packageOf(fileName)));
const missing = [...imported].filter(
  (name) => !INSTALLED.has(name) && !isBuiltin(name) && !files.has(name),
);
if (missing.length > 0) {
  throw new Error(`users don't have ${missing.join(", ")}: declare types of our own instead`);
}
const unused = Object.keys(dependencies).filter((name) => !imported.has(name));
if (unused.length > 0) {
  throw new Error(`nothing imports ${unused.join(", ")}: remove them from package.json`);
}
if (process.argv.includes("--list")) {
  for (const { fileName, code, imports } of chunks) console.log(fileName, code.length, ...imports);
  console.log("root:", root.map(({ fileName }) => fileName).join(" "));
}
