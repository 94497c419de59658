import { fileURLToPath } from "node:url";
import { rolldown, type OutputChunk } from "rolldown";
import { expect, it } from "vitest";

/** Part of the published package, so their modules count as ours. */
const OURS = /^@rostrum\/|^@noble\/hashes\/|^marked$/;

/** The root entry as it is published: its own chunk first, then those that are loaded later. */
async function bundleRootEntry(): Promise<OutputChunk[]> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL("index.ts", import.meta.url)),
    platform: "neutral",
    external: (id) => /^[^./]/.test(id) && !OURS.test(id),
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await bundle.generate({ format: "esm" });
  const chunks = output.filter((file) => file.type === "chunk");
  const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules));
  // A bundle without modules would pass.
  expect(modules.length).toBeGreaterThan(200);
  return chunks;
}

const chunks = await bundleRootEntry();
const files = new Set(chunks.map(({ fileName }) => fileName));

it("nothing that the root entry leads to imports Node's modules, at once or later", () => {
  const imported = chunks
    .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
    .filter((name) => !files.has(name));
  expect(imported.filter((name) => name.startsWith("node:"))).toEqual([]);
  expect(imported).toContain("@ai-sdk/openai");
});

it("the root entry imports no package at once", () => {
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  }
  const imported = [...loaded].flatMap(({ imports }) => imports).filter((name) => !files.has(name));
  expect(imported).toEqual([]);
});
