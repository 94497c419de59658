import { tmpdir } from "node:os";
import { realpathSync } from "node:fs";
import { expect, test } from "vitest";
import { runInOwnSurroundings } from "./support/own-surroundings.ts";

const cwd = realpathSync(tmpdir());

test("a command has its own variables and folder, and the process gets its own back", async () => {
  const before = { env: { ...process.env }, cwd: process.cwd() };
  const seen = await runInOwnSurroundings({ cwd, env: { ONE: "1", NONE: undefined } }, async () => {
    process.env["TWO"] = "2";
    return { env: { ...process.env }, cwd: process.cwd() };
  });
  expect(seen).toEqual({ env: { ONE: "1", TWO: "2" }, cwd });
  await expect(
    runInOwnSurroundings({ cwd, env: {} }, () => Promise.reject(new Error("broken"))),
  ).rejects.toThrow("broken");
  expect({ env: { ...process.env }, cwd: process.cwd() }).toEqual(before);
});

test("two commands don't see each other's", async () => {
  const gate = Promise.withResolvers<void>();
  const run = (name: string, until: Promise<void>): Promise<string | undefined> =>
    runInOwnSurroundings({ cwd, env: { NAME: name } }, async () => {
      await until;
      return process.env["NAME"];
    });
  const both = Promise.all([run("first", gate.promise), run("second", Promise.resolve())]);
  gate.resolve();
  expect(await both).toEqual(["first", "second"]);
});
