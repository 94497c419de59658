/*
 * The package is published with the repository's README, LICENSE, CHANGELOG and SECURITY, and with the example of a
 * journal: `put` copies them in before npm packs it, `take` removes them again. Their links lead into the repository,
 * which the tarball doesn't hold, so they become addresses. The package's own README, for people who change it, makes
 * room.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { absoluteLinks } from "./lib/absolute-links.ts";
import { ROOT } from "./lib/root.ts";

const { repository } = JSON.parse(
  readFileSync(join(ROOT, "packages/rostrum/package.json"), "utf8"),
) as { repository: { url: string } };

const PAPERS = ["README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md", "examples/own-journal.ts"];

const OWN = join(ROOT, "packages/rostrum/README.md");
const ASIDE = join(ROOT, ".cache/README.md");
const isPutting = process.argv[2] === "put";

if (isPutting && !existsSync(ASIDE)) {
  mkdirSync(dirname(ASIDE), { recursive: true });
  renameSync(OWN, ASIDE);
}
for (const name of PAPERS) {
  const copy = join(ROOT, "packages/rostrum", name);
  if (isPutting) {
    mkdirSync(dirname(copy), { recursive: true });
    const text = readFileSync(join(ROOT, name), "utf8");
    writeFileSync(copy, name.endsWith(".md") ? absoluteLinks(text, repository.url) : text);
  } else {
    // A folder that was made for it goes too.
    rmSync(join(ROOT, "packages/rostrum", name.split("/", 1)[0] ?? name), {
      recursive: true,
      force: true,
    });
  }
}
if (!isPutting) renameSync(ASIDE, OWN);
