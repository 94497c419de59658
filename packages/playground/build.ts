/*
 * Builds the playground into packages/playground/dist, or into the given folder: a page, a worker
 * for the networks, their weights, and a service worker that stores everything for offline visits.
 */
import { createHash } from "node:crypto";
import { cpSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "vite";
import { BROWSERS, pageSettings } from "@rostrum/page/page-settings";
import { buildPolicy } from "./src/policy.ts";

process.env["NODE_ENV"] = "production";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const OUT = resolve(process.argv[2] ?? join(HERE, "dist"));
const target = BROWSERS;

const common = pageSettings(HERE);

/**
 * Packages that the networks never need, or that only Node has. An import of one fails at run time.
 */
const LEFT_OUT = ["ai", "zod", "yaml", "@pydantic/genai-prices", /^node:/];
const bundling = {
  external: LEFT_OUT,
  checks: { ineffectiveDynamicImport: false, pluginTimings: false },
};

/** The worker has no providers at all. */
const noProviders: Plugin = {
  name: "no-providers",
  enforce: "pre",
  resolveId: (id) => (id.startsWith("@ai-sdk/") ? { id, external: true } : null),
};

const pageOnly: Plugin = {
  name: "policy",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: { "http-equiv": "Content-Security-Policy", content: buildPolicy() },
      injectTo: "head-prepend",
    },
  ],
};

await build({
  ...common,
  define: { SHARE_TEMPLATE: '""' },
  plugins: [...(common.plugins ?? []), pageOnly],
  worker: {
    format: "es",
    plugins: () => [noProviders],
    rolldownOptions: bundling,
  },
  build: {
    target,
    outDir: OUT,
    emptyOutDir: true,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: bundling,
  },
});
cpSync(join(HERE, "../embedded/weights"), join(OUT, "weights"), { recursive: true });

const files = globSync("**/*.*", { cwd: OUT })
  .map((name) => name.replaceAll("\\", "/"))
  .sort();
const digest = createHash("sha256");
for (const name of files) digest.update(name).update(readFileSync(join(OUT, name)));
const version = digest.digest("hex").slice(0, 12);
await build({
  ...common,
  define: {
    VERSION: JSON.stringify(version),
    NAMED: JSON.stringify(readFileSync(join(OUT, "index.html"), "utf8").match(/assets\/[\w.-]+/g)),
    FILES: JSON.stringify(["./", ...files.filter((name) => name !== "index.html")]),
  },
  build: {
    target,
    outDir: OUT,
    emptyOutDir: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: join(HERE, "src/offline/service-worker.ts"),
      output: { entryFileNames: "service-worker.js", codeSplitting: false },
    },
  },
});

const kilobytes = (names: readonly string[]): string =>
  (
    names.reduce((sum, name) => sum + gzipSync(readFileSync(join(OUT, name))).byteLength, 0) / 1000
  ).toFixed(0);
process.stdout.write(
  `playground ${version}: ${files.length} files, ${kilobytes(files)} kB compressed, weights ` +
    `${kilobytes(files.filter((name) => name.endsWith(".safetensors")))} kB of it\n`,
);
