/*
 * What a bundle for browsers weighs with one name of the root entry in it: minified and compressed with
 * gzip, as far as it loads at once. Reads the built package, so `npm run build` comes first.
 */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown, type OutputChunk } from "rolldown";
import { ROOT } from "./lib/root.ts";

/** The most that each may weigh, in kB of 1,000 bytes. The engine's goal is 60: its limit only falls. */
const LIMITS: Readonly<Record<string, number>> = { fold: 10, Debate: 150 };

const PROGRAM = "program";

async function chunksWith(name: string): Promise<OutputChunk[]> {
  const entry = join(ROOT, "packages/rostrum/dist/index.js");
  const bundle = await rolldown({
    input: PROGRAM,
    platform: "browser",
    plugins: [
      {
        name: "program",
        resolveId: (id) => (id === PROGRAM ? id : null),
        load: (id) => (id === PROGRAM ? `export { ${name} } from ${JSON.stringify(entry)};` : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  return output.filter((file) => file.type === "chunk");
}

/** The program and what it imports, without what it loads later. */
function loadedAtOnce(chunks: readonly OutputChunk[]): OutputChunk[] {
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  }
  return [...loaded];
}

for (const [name, limit] of Object.entries(LIMITS)) {
  const chunks = loadedAtOnce(await chunksWith(name));
  const bytes = chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  const fits = bytes <= limit * 1000;
  const size = (bytes / 1000).toFixed(1);
  console.log(`${fits ? "✓" : "✗"} import { ${name} }: ${size} kB, at most ${limit} kB`);
  if (!fits) process.exitCode = 1;
}
