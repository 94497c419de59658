/*
 * The plugins for coding agents, their marketplaces and the skill, from one source. `npm run plugin` checks that the files
 * are up to date; `npm run plugin -- --write` writes them.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./lib/root.ts";
import { listPluginFiles } from "./plugin/files.ts";

const files = listPluginFiles();
const isWriting = process.argv.includes("--write");
const present = globSync(["plugins/**/*", "plugins/**/.*/*", "plugins/**/.*.json"], {
  cwd: ROOT,
  withFileTypes: true,
})
  .filter((entry) => entry.isFile())
  .map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(ROOT.length)
      .replace(/^[\\/]/, ""),
  );

for (const stray of new Set(present.filter((path) => !(path in files)))) {
  if (isWriting) rmSync(join(ROOT, stray));
  else fail(`${stray} is not one of the generated files`);
}
for (const [path, text] of Object.entries(files)) {
  const full = join(ROOT, path);
  if (isWriting) {
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  } else if (!existsSync(full) || readFileSync(full, "utf8") !== text) {
    fail(`${path} is out of date`);
  }
}

function fail(message: string): void {
  console.log(`${message}: npm run plugin -- --write`);
  process.exitCode = 1;
}
