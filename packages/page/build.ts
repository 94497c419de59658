/*
 * Builds the page into packages/rostrum/dist/page, or into the folder that is named: first the template
 * of shared files, one HTML file with everything inside; then the page itself, which knows its name.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { writeLicenses } from "../../scripts/lib/licenses.ts";
import { BROWSERS, pageSettings } from "./page-settings.ts";
import { buildShareTemplate } from "./share-template.ts";

// Always a production build: a test must check the page that users get.
process.env["NODE_ENV"] = "production";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const OUT = resolve(process.argv[2] ?? join(HERE, "../rostrum/dist/page"));

const common = pageSettings(HERE);
const target = BROWSERS;

/**
 * Small modules that several screens use are one file. As files of their own, each would be a request, and would
 * compress badly.
 */
const SMALL_PARTS: Rolldown.CodeSplittingGroup = {
  name: "shared",
  test: /page\/src\/(?:parts|record|api|review|text|views)\//,
  minShareCount: 4,
  maxModuleSize: 1500,
};

/** Every module of the page and of shared files. */
const bundled = new Set<string>();

const { html: template, modules } = await buildShareTemplate();
modules.forEach((id) => bundled.add(id));
const digest = createHash("sha256").update(template).digest("hex").slice(0, 8);
const name = `assets/share-${digest}.html`;
const page = (await build({
  ...common,
  define: { SHARE_TEMPLATE: JSON.stringify(name) },
  build: {
    target,
    outDir: OUT,
    emptyOutDir: true,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [SMALL_PARTS] } } },
  },
})) as Rolldown.RolldownOutput;
mkdirSync(join(OUT, "assets"), { recursive: true });
writeFileSync(join(OUT, name), template);

const chunks = page.output.filter((file) => file.type === "chunk");
for (const { moduleIds } of chunks) moduleIds.forEach((id) => bundled.add(id));
writeLicenses(join(OUT, "licenses.txt"), bundled);

/** A chunk, and every chunk that it imports statically, directly or indirectly. */
function withImports(first: Rolldown.OutputChunk): Rolldown.OutputChunk[] {
  const needed = new Set([first]);
  for (const { imports } of needed) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
  }
  return [...needed];
}

/** The screens that people come to first. */
const FIRST_SCREENS = {
  "the page": { file: "ask-screen.tsx", maxKb: 60 },
  "a debate": { file: "debate-screen.tsx", maxKb: 90 },
};
const entry = chunks.filter(({ isEntry }) => isEntry);
for (const [what, { file, maxKb }] of Object.entries(FIRST_SCREENS)) {
  const screen = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${file}`));
  const needed = new Set([...entry, ...screen].flatMap(withImports));
  const styles = [...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  const files = new Set([...[...needed].map(({ fileName }) => fileName), ...styles]);
  const bytes = [...files].reduce(
    (sum, each) => sum + gzipSync(readFileSync(join(OUT, each))).byteLength,
    0,
  );
  // A limit for developers: a user's build doesn't fail for it.
  const isOver = bytes > maxKb * 1000 && process.env["ROSTRUM_CHECK"] === "1";
  if (screen.length === 0 || isOver) {
    throw new Error(`expected ${what} to load at most ${maxKb} kB compressed, got ${bytes / 1000}`);
  }
  process.stdout.write(`first load of ${what}: ${(bytes / 1000).toFixed(1)} kB compressed\n`);
}
