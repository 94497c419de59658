/*
 * The package is published with the repository's README, LICENSE, CHANGELOG and SECURITY: `put` copies them
 * in before npm packs it, `take` removes them again. Their links lead into the repository, which the tarball
 * doesn't hold, so they become addresses.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { absoluteLinks } from "./lib/absolute-links.ts";
import { ROOT } from "./lib/root.ts";

const { repository } = JSON.parse(
  readFileSync(join(ROOT, "packages/rostrum/package.json"), "utf8"),
) as { repository: { url: string } };

for (const name of ["README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md"]) {
  const copy = join(ROOT, "packages/rostrum", name);
  if (process.argv[2] === "put") {
    const text = readFileSync(join(ROOT, name), "utf8");
    writeFileSync(copy, name.endsWith(".md") ? absoluteLinks(text, repository.url) : text);
  } else {
    rmSync(copy, { force: true });
  }
}
