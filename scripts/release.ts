/*
 * Commands of the release workflow. `check v1.2.3` checks that the package has that version and that the changelog has a
 * section for it. `notes v1.2.3` prints that section. `sbom v1.2.3` prints the bill of materials, and needs the build.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { absoluteLinks } from "./lib/absolute-links.ts";
import { changesOf, unreleasedIn } from "./lib/changelog.ts";
import { ROOT } from "./lib/root.ts";
import { describeParts, findBundled, findInstalled, type Lockfile } from "./lib/sbom.ts";

const [act, tag = ""] = process.argv.slice(2);
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

if (act !== "check" && act !== "notes" && act !== "sbom")
  fail("expected: npm run release -- check|notes|sbom v1.2.3");
const { name, license, version, repository } = JSON.parse(
  read("packages/rostrum/package.json"),
) as {
  name: string;
  license: string;
  version: string;
  repository: { url: string };
};
if (tag !== `v${version}`) {
  fail(`expected the tag v${version}, the version in packages/rostrum/package.json, got "${tag}"`);
}
if (act === "sbom") {
  const installed = findInstalled(
    JSON.parse(read("package-lock.json")) as Lockfile,
    "packages/rostrum",
  );
  const bundled = ["THIRD-PARTY-LICENSES.txt", "dist/page/licenses.txt"].flatMap((file) =>
    findBundled(read(`packages/rostrum/${file}`)),
  );
  console.log(
    JSON.stringify(describeParts({ name, version, license }, [...installed, ...bundled]), null, 2),
  );
  process.exit();
}
const changelog = read("CHANGELOG.md");
const entry = JSON.parse(read("packages/rostrum/server.json")) as {
  version: string;
  packages: { version: string }[];
};
if ([entry, ...entry.packages].some((each) => each.version !== version))
  fail(`expected the version ${version} everywhere in packages/rostrum/server.json`);
const changes = changesOf(changelog, version);
if (changes === null) {
  fail(`CHANGELOG.md has no section "## ${version}": rename "## Unreleased" to it`);
}
const unreleased = unreleasedIn(changelog);
if (unreleased !== undefined) {
  fail(`CHANGELOG.md still has "${unreleased}": move its entries to "## ${version}"`);
}
// A relative link would lead nowhere on the page of a release.
if (act === "notes") console.log(absoluteLinks(changes, repository.url, tag));
else console.log(`${tag}: ${changes.length} characters of changes`);
