import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const PACKAGE = new URL("../../packages/rostrum/", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("package.json", PACKAGE), "utf8")) as {
  exports: Record<string, string | { default: string }>;
};
/** Sources of the entries. `types` has no code. */
const ENTRIES = Object.values(exports).flatMap((entry) => {
  if (typeof entry === "string" || entry.default.endsWith("/types.js")) return [];
  return [entry.default.replace(/^\.\/dist\/(.*)\.js$/, "src/$1.ts")];
});

/** Imports an entry in a process with other versions. Returns the error's message, or "loaded". */
async function importWith(versions: object, entry: string): Promise<string> {
  const program = `
    Object.defineProperty(process, "versions", { value: ${JSON.stringify(versions)} });
    await import(${JSON.stringify(new URL(entry, PACKAGE).href)}).then(
      () => console.log("loaded"),
      (error) => console.log(error.message),
    );`;
  const args = ["--input-type=module", "--eval", program];
  return (await promisify(execFile)(process.execPath, args)).stdout.trim();
}

describe("a Node that is too old", () => {
  test.for(ENTRIES)("is told which is needed by %s", async (entry) => {
    expect(await importWith({ node: "22.15.1" }, entry)).toBe(
      "rostrum needs Node 22.16 or newer; this is 22.15.1. To get one: nvm install 22, or https://nodejs.org.",
    );
  });

  test.for([
    { node: "22.16.0" },
    { node: "20.0.0", bun: "1.2.0" },
    { node: "20.0.0", deno: "2.0.0" },
    {},
  ])("is none of %o", async (versions) => {
    expect(await importWith(versions, "src/index.ts")).toBe("loaded");
  });
});
