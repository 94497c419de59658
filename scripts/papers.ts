/*
 * The package is published with the repository's README, LICENSE and CHANGELOG: `put` copies them in
 * before npm packs it, `take` removes them again.
 */
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/root.ts";

for (const name of ["README.md", "LICENSE", "CHANGELOG.md"]) {
  const copy = join(ROOT, "packages/rostrum", name);
  if (process.argv[2] === "put") copyFileSync(join(ROOT, name), copy);
  else rmSync(copy, { force: true });
}
