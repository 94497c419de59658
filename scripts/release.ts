/*
 * What the release workflow asks of the repository. `check v1.2.3`: the package has that version, and the
 * changelog has a section about it. `notes v1.2.3`: prints that section.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { changesOf } from "./lib/changelog.ts";
import { ROOT } from "./lib/root.ts";

const [act, tag = ""] = process.argv.slice(2);
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

if (act !== "check" && act !== "notes") fail("expected: npm run release -- check|notes v1.2.3");
const { version } = JSON.parse(read("packages/rostrum/package.json")) as { version: string };
if (tag !== `v${version}`) {
  fail(`expected the tag v${version}, the version in packages/rostrum/package.json, got "${tag}"`);
}
const changes = changesOf(read("CHANGELOG.md"), version);
if (changes === null) {
  fail(`CHANGELOG.md has no section "## ${version}": rename "## Unreleased" to it`);
}
if (act === "notes") console.log(changes);
else console.log(`${tag}: ${changes.length} characters of changes`);
