/* The examples as modules that a worker of the site can run, and as pages. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown, type Plugin } from "rolldown";
import { ROOT } from "../../scripts/lib/root.ts";

const SHIMS = join(ROOT, "site/examples");
const SOURCES = join(ROOT, "packages/rostrum/src");

/** Examples that need what only Node has. */
const NEEDS_NODE: Readonly<Record<string, string>> = {
  "code-with-tests": "it runs programs",
  "coming-from-codex-plugin": "one of its members is a program",
  "documents-that-disagree": "it reads files",
  "langgraph-contract-review": "LangGraph's `interrupt` needs Node's `async_hooks`",
  "own-journal": "it needs `node:sqlite`",
  opentelemetry: "OpenTelemetry's context manager needs Node's `async_hooks`",
};

export interface Example {
  name: string;
  title: string;
  /** What its first comment says. */
  about: string;
  code: string;
  /** Why it can't run in a browser. */
  needs: string | null;
}

export function examples(): Example[] {
  return readdirSync(join(ROOT, "examples"))
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((file) => {
      const code = readFileSync(join(ROOT, "examples", file), "utf8");
      const name = file.replace(/\.ts$/, "");
      return {
        name,
        title: titleOf(name),
        about: aboutOf(code),
        code,
        needs: NEEDS_NODE[name] ?? null,
      };
    });
}

const SPELLED: Readonly<Record<string, string>> = {
  "ai sdk": "AI SDK",
  "codex plugin": "codex-plugin-cc",
  fusion: "Fusion",
  langgraph: "LangGraph",
  "llm council": "llm-council",
  "pal consensus": "PAL's consensus",
  opentelemetry: "OpenTelemetry",
};

function titleOf(name: string): string {
  let words = name.replaceAll("-", " ");
  for (const [plain, spelled] of Object.entries(SPELLED)) words = words.replace(plain, spelled);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function aboutOf(code: string): string {
  const block = /^\/\*([\s\S]*?)\*\//.exec(code)?.[1]?.replace(/^\s*\*+ ?/gm, "");
  const lines = /^(?:\/\/.*\n)+/.exec(code)?.[0].replace(/^\/\/ ?/gm, "");
  return (block ?? lines ?? "").trim();
}

/** Prints into the page, and says when it is done. An error at the top level reaches the page by itself. */
const BANNER = `
const shown = (value) => typeof value === "string" ? value
  : value instanceof Error ? String(value) : JSON.stringify(value, null, 2) ?? String(value);
for (const kind of ["log", "info", "warn", "error"])
  console[kind] = (...said) => postMessage({ kind: "said", text: said.map(shown).join(" ") });
addEventListener("unhandledrejection", ({ reason }) => postMessage({ kind: "failed", text: String(reason) }));
`;

/** Names that the examples import, and where they are in a browser. */
const places: Plugin = {
  name: "places",
  resolveId: {
    order: "pre",
    handler(id) {
      if (id === "node:assert/strict") return join(SHIMS, "assert.ts");
      if (id === "node:timers/promises") return join(SHIMS, "timers.ts");
      if (id === "node:test") return join(SHIMS, "test.ts");
      if (id.endsWith("/package-file.ts")) return join(SHIMS, "package-file.ts");
      if (id.endsWith("/location.ts")) return join(SHIMS, "location.ts");
      const [, entry = "index"] = /^rostrum(?:\/(\w+))?$/.exec(id) ?? [];
      return /^rostrum(?:\/|$)/.test(id) ? join(SOURCES, `${entry}.ts`) : null;
    },
  },
};

/** Bundles the examples that browsers can run into a folder, with shared chunks. */
export async function bundleExamples(folder: string): Promise<void> {
  const runnable = examples().filter(({ needs }) => needs === null);
  const bundle = await rolldown({
    input: Object.fromEntries(
      runnable.map(({ name }) => [name, join(ROOT, `examples/${name}.ts`)]),
    ),
    platform: "browser",
    plugins: [places],
    treeshake: {
      moduleSideEffects: [
        { test: /\/examples\//, sideEffects: true },
        { external: false, sideEffects: false },
      ],
    },
    checks: { circularDependency: false },
  });
  await bundle.write({
    dir: folder,
    format: "esm",
    // A rule's name is the name of its function.
    minify: { mangle: false, compress: true, codegen: true },
    entryFileNames: "[name].js",
    chunkFileNames: "chunk-[hash].js",
    banner: ({ isEntry }) => (isEntry ? BANNER : ""),
    footer: ({ isEntry }) => (isEntry ? `postMessage({ kind: "done" });` : ""),
  });
  await bundle.close();
}
