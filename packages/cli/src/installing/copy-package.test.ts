import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyPackage } from "./copy-package.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-copy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A package that returns its version and those of its dependencies, as they resolve. */
function writePackage(folder: string, name: string, version: string, needs: string[] = []): void {
  mkdirSync(folder, { recursive: true });
  const dependencies = Object.fromEntries(needs.map((need) => [need, "*"]));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version, dependencies }));
  const parts = needs.map((need) => `require(${JSON.stringify(need)})`);
  writeFileSync(
    join(folder, "index.js"),
    `module.exports = ["${name}@${version}", ${parts.join(", ")}];`,
  );
}

const load = (folder: string): unknown => createRequire(join(folder, "x.js"))(folder);

test("every package of a copy finds the versions that it found before", () => {
  const project = newFolder();
  const modules = join(project, "node_modules");
  writePackage(join(modules, "app"), "app", "1.0.0", ["a", "b", "@s/c"]);
  writePackage(join(modules, "a"), "a", "1.0.0", ["x"]);
  writePackage(join(modules, "b"), "b", "1.0.0", ["x", "@s/c"]);
  writePackage(join(modules, "b/node_modules/x"), "x", "2.0.0", ["@s/c"]);
  writePackage(join(modules, "b/node_modules/@s/c"), "@s/c", "2.0.0");
  writePackage(join(modules, "x"), "x", "1.0.0");
  writePackage(join(modules, "@s/c"), "@s/c", "1.0.0", ["x"]);
  const before = load(join(modules, "app"));
  const target = join(newFolder(), "program");
  const copy = copyPackage(join(modules, "app"), target);
  rmSync(project, { recursive: true });
  expect(load(copy)).toEqual(before);
  expect(JSON.stringify(before)).toContain('"b@1.0.0",["x@2.0.0",["@s/c@2.0.0"]]');
});

test("packages behind links, as pnpm installs them, are copied as files", () => {
  const project = newFolder();
  const store = join(project, "node_modules/.pnpm");
  const link = (from: string, to: string): void => {
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(from, to);
  };
  writePackage(join(store, "app@1/node_modules/app"), "app", "1.0.0", ["a", "missing"]);
  writeFileSync(join(store, "app@1/node_modules/app/index.js"), 'module.exports = require("a");');
  writePackage(join(store, "a@1/node_modules/a"), "a", "1.0.0");
  link(join(store, "a@1/node_modules/a"), join(store, "app@1/node_modules/a"));
  link(join(store, "app@1/node_modules/app"), join(project, "node_modules/app"));
  const copy = copyPackage(join(project, "node_modules/app"), join(newFolder(), "program"));
  rmSync(project, { recursive: true });
  expect(load(copy)).toEqual(["a@1.0.0"]);
});
