/* Runs every example on the built package. Each checks itself, and fails by exiting with an error. */
import { existsSync, readdirSync } from "node:fs";
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
let failed = 0;
for (const file of files) {
  const { code, output, seconds } = await runNode([join("examples", file)], {
    cwd: ROOT,
    timeoutMs: 60_000,
  });
  console.log(`${code === 0 ? "✓" : "✗"} ${file} ${seconds.toFixed(1)} s`);
  if (code === 0) continue;
  failed += 1;
  console.log(output.trimEnd());
}
if (files.length === 0) {
  console.log("no example was found");
  failed = 1;
}
process.exitCode = failed === 0 ? 0 : 1;
