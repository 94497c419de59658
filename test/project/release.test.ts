import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { absoluteLinks } from "../../scripts/lib/absolute-links.ts";
import { changesOf, unreleasedIn } from "../../scripts/lib/changelog.ts";
import { ROOT } from "../../scripts/lib/root.ts";
import {
  describeParts,
  findBundled,
  findInstalled,
  type Lockfile,
} from "../../scripts/lib/sbom.ts";

const HOME = "git+https://example.com/a/b.git";

test.each([
  ["[guide](docs/guide.md#part)", "[guide](https://example.com/a/b/blob/HEAD/docs/guide.md#part)"],
  ["![shot](./docs/x.png)", "![shot](https://example.com/a/b/raw/HEAD/docs/x.png)"],
  ["[there](https://other.example/x)", "[there](https://other.example/x)"],
  ["[below](#below) [mail](mailto:a@b)", "[below](#below) [mail](mailto:a@b)"],
])("%s leads somewhere outside the repository", (link, absolute) => {
  expect(absoluteLinks(link, HOME)).toBe(absolute);
});

const CHANGELOG = "# Changelog\n\n## 1.1.0\n\n- New.\n\n## 1.0.0 (2026-01-01)\n\n- First.\n";

test("the notes of a release are the changelog's section", () => {
  expect(changesOf(CHANGELOG, "1.1.0")).toBe("- New.");
  expect(changesOf(CHANGELOG, "1.0.0")).toBe("- First.");
  expect(changesOf(CHANGELOG, "1.0")).toBeNull();
  expect(changesOf("## 2.0.0\n\n## 1.0.0\n", "2.0.0")).toBeNull();
});

test("a section without a version is found, so that nothing is released without its changes", () => {
  expect(unreleasedIn(CHANGELOG)).toBeUndefined();
  expect(unreleasedIn(`## Unreleased: 1.2.0\n\n- Next.\n\n${CHANGELOG}`)).toBe(
    "## Unreleased: 1.2.0",
  );
});

test("the links of a release lead to the files of that version", () => {
  expect(absoluteLinks("[guide](docs/guide.md)", HOME, "v1.0.0")).toBe(
    "[guide](https://example.com/a/b/blob/v1.0.0/docs/guide.md)",
  );
});

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

test.each([
  "README.md",
  "docs/runtimes.md",
  "docs/cli.md",
  "packages/runtime/src/node-builtins.ts",
  "packages/runtime/src/journal/sqlite/load-sqlite.ts",
  "packages/runtime/src/journal/sqlite/fault.ts",
])("%s names the oldest Node that package.json names", (path) => {
  const { engines } = JSON.parse(read("packages/rostrum/package.json"));
  const named = [...read(path).matchAll(/Node (\d+\.\d+) (?:or|and) later/g)].map(
    ([, version]) => `>=${version}`,
  );
  expect(named).not.toEqual([]);
  expect(new Set(named)).toEqual(new Set([engines.node]));
});

test("the list of parts has what is installed and what is bundled, with versions and licenses", () => {
  const lock = JSON.parse(read("package-lock.json")) as Lockfile;
  const installed = findInstalled(lock, "packages/rostrum");
  const { dependencies } = JSON.parse(read("packages/rostrum/package.json"));
  const names = installed.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  // A dependency of a dependency; and none that only tests have.
  expect(names).toContain("@ai-sdk/provider-utils");
  expect(names).not.toContain("vitest");
  expect(installed.filter(({ version, license }) => !version || !license)).toEqual([]);
  const line = "-".repeat(80);
  const bundled = findBundled(
    `Code of:\n\n${line}\n\n@a/b 1.2.3 (MIT)\n\nText 2 (c)\n\n${line}\n\nc 2.0.0 (ISC)\n`,
  );
  expect(bundled.map(({ name, version, license }) => [name, version, license])).toEqual([
    ["@a/b", "1.2.3", "MIT"],
    ["c", "2.0.0", "ISC"],
  ]);
  const own = { name: "rostrum", version: "1.0.0", license: "MIT" };
  expect(describeParts(own, bundled)).toMatchObject({
    bomFormat: "CycloneDX",
    metadata: { component: { purl: "pkg:npm/rostrum@1.0.0" } },
    components: [
      { purl: "pkg:npm/%40a/b@1.2.3", licenses: [{ expression: "MIT" }] },
      { name: "c" },
    ],
  });
});

test("the job that may publish runs nothing of the repository and of its dependencies", () => {
  const { jobs } = parse(read(".github/workflows/release.yml"));
  const { permissions, needs, steps } = jobs.publish;
  expect(permissions).toEqual({ contents: "write", "id-token": "write" });
  expect(needs).toBe("check");
  expect(jobs.check.permissions, "those of the workflow, which may only read").toBeUndefined();
  const commands: string[] = steps.flatMap(({ run = [] }: { run?: string | string[] }) => run);
  expect(commands).toEqual([
    expect.stringMatching(/^npm publish \.\/rostrum-\*\.tgz --provenance/),
    expect.stringMatching(/^gh release create/),
  ]);
  const actions: string[] = steps.flatMap(({ uses = [] }: { uses?: string | string[] }) => uses);
  expect(actions.every((action) => action.startsWith("actions/"))).toBe(true);
  expect(actions.some((action) => action.startsWith("actions/checkout"))).toBe(false);
});

test.each(["bug.yml", "wish.yml"])("the issue form %s is one that GitHub accepts", (name) => {
  const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`));
  expect(Object.keys(form)).toEqual(["name", "description", "labels", "body"]);
  const ids = form.body.map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { type, id, attributes } of form.body) {
    expect(["textarea", "input", "dropdown", "checkboxes"]).toContain(type);
    expect(id).toMatch(/^[\w-]+$/);
    expect(attributes.label).not.toBe("");
  }
});
