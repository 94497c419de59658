import { glob, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const folder = fileURLToPath(new URL("../src/", import.meta.url));

it("only the worker thread's own program imports anything of Node's", async () => {
  const importing: string[] = [];
  for await (const file of glob(`${folder}**/*.ts`)) {
    if (file.endsWith(".test.ts")) continue;
    if (/from "node:/.test(await readFile(file, "utf8"))) importing.push(basename(file));
  }
  expect(importing).toEqual(["worker.ts"]);
});
