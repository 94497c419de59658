/*
 * Checks the size of a browser bundle with one name of the root entry: the chunks that load first, minified and
 * compressed with gzip. Reads the built package, so run `npm run build` first.
 */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown, type OutputChunk } from "rolldown";
import { ROOT } from "./lib/root.ts";

/** Maximum size for each name, in kB of 1,000 bytes. */
const LIMITS: Readonly<Record<string, number>> = { fold: 19, Debate: 78 };

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

/** Lists chunks with their static imports, without what they load later. */
function loadedWith(
  chunks: readonly OutputChunk[],
  begins: (chunk: OutputChunk) => boolean,
): OutputChunk[] {
  const loaded = new Set(chunks.filter(begins));
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  }
  return [...loaded];
}

const sizeOf = (chunks: readonly OutputChunk[]): number =>
  chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0) / 1000;

const isOurs = (id: string): boolean => id.startsWith(join(ROOT, "packages/rostrum/dist"));

for (const [name, limit] of Object.entries(LIMITS)) {
  const chunks = await chunksWith(name);
  const size = sizeOf(loadedWith(chunks, ({ isEntry }) => isEntry));
  const fits = size <= limit;
  console.log(`${fits ? "✓" : "✗"} import { ${name} }: ${size.toFixed(1)} kB, at most ${limit} kB`);
  if (!fits) process.exitCode = 1;
  if (name === "Debate") {
    const run = loadedWith(chunks, (chunk) => chunk.isEntry || chunk.name.startsWith("engine"));
    // The bundler's own helpers may lie in the chunk of an optional package that is installed here.
    const ownChunks = run.filter(({ modules }) => Object.keys(modules).some(isOurs));
    console.log(`  with what a first debate loads: ${sizeOf(ownChunks).toFixed(1)} kB`);
  }
}
