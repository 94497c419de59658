/* Runs every example on the built package. Each checks itself, and fails by exiting with an error. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./lib/root.ts";
import { runNode } from "./lib/run.ts";

if (!existsSync(join(ROOT, "packages/rostrum/dist/index.js"))) {
  console.log("the examples run on the built package: `npm run build` first");
  process.exit(1);
}

const files = readdirSync(join(ROOT, "examples"))
  .filter((name) => name.endsWith(".ts"))
  .sort();
/** Every example loads the same code: the first leaves it compiled for the others. */
const compiled = mkdtempSync(join(tmpdir(), "rostrum-examples-"));
let failed = 0;
for (const file of files) {
  const { code, output, seconds } = await runNode([join("examples", file)], {
    cwd: ROOT,
    timeoutMs: 60_000,
    env: { NODE_COMPILE_CACHE: compiled },
  });
  console.log(`${code === 0 ? "✓" : "✗"} ${file} ${seconds.toFixed(1)} s`);
  if (code === 0) continue;
  failed += 1;
  console.log(output.trimEnd());
}
rmSync(compiled, { recursive: true, force: true });
if (files.length === 0) {
  console.log("no example was found");
  failed = 1;
}
process.exitCode = failed === 0 ? 0 : 1;
