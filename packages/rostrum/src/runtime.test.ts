import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it, vi } from "vitest";
import { environmentVariables, nodeModule, nodeModuleIfAny } from "./runtime.ts";

const ROOT_ENTRY = fileURLToPath(new URL("index.ts", import.meta.url));
/** Bundled into the package, so its modules count as ours. */
const EMBEDDED = fileURLToPath(new URL("../../embedded/src/index.ts", import.meta.url));
const AT_ONCE = /^(?:import|export)\b(?!\s+type\b)(?:[^"';]*?\bfrom)?\s*"([^"]+)"/gm;
const LATER = /(?<!typeof )\bimport\("([^"]+)"\)/g;

/** What a module and all that it leads to import by name, with the module that does. */
function packagesFrom(entry: string, patterns: readonly RegExp[]): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    expect(existsSync(file), file).toBe(true);
    const text = readFileSync(file, "utf8");
    for (const [, name = ""] of patterns.flatMap((pattern) => [...text.matchAll(pattern)])) {
      if (name.startsWith(".")) visit(resolve(dirname(file), name));
      else if (name === "@rostrum/embedded") visit(EMBEDDED);
      // The build makes it part of the package.
      else if (!name.startsWith("@noble/hashes/")) found.set(name, file);
    }
  };
  visit(entry);
  expect(seen.size).toBeGreaterThan(200);
  return found;
}

afterEach(() => vi.unstubAllGlobals());

it("nothing that the root entry leads to imports Node's modules, at once or later", () => {
  const packages = packagesFrom(ROOT_ENTRY, [AT_ONCE, LATER]);
  expect([...packages].filter(([name]) => name.startsWith("node:"))).toEqual([]);
  expect([...packages.keys()]).toContain("@ai-sdk/openai");
});

it("the root entry imports no package at once", () => {
  expect([...packagesFrom(ROOT_ENTRY, [AT_ONCE]).keys()]).toEqual([]);
});

it("a runtime that refuses to look up modules has none", () => {
  const getBuiltinModule = (): never => {
    throw new Error("not supported in the edge runtime");
  };
  vi.stubGlobal("process", { getBuiltinModule });
  expect(nodeModuleIfAny("node:path")).toBeUndefined();
  expect(environmentVariables()).toEqual({});
});

it("says what needs Node where there is none", () => {
  expect(nodeModule("node:path", "x").sep).toBeTypeOf("string");
  vi.stubGlobal("process", undefined);
  expect(nodeModuleIfAny("node:path")).toBeUndefined();
  expect(environmentVariables()).toEqual({});
  expect(() => nodeModule("node:path", "a command: model")).toThrow(
    "a command: model: needs Node 22.16 or later, Bun or Deno; this runtime has no node:path",
  );
});
