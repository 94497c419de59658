import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkByTests } from "./check-by-tests.ts";

const limits = { timeoutMs: 3000, memoryMb: 4096, network: false };
const { signal } = new AbortController();

test("a program that never ends is refuted, because its tests did not pass", async () => {
  const program = "const f = () => { for (;;); };";
  const tests = 'if (f() !== 1) throw new Error("no");';
  const outcome = await checkByTests("javascript", { program, tests, limits, signal });
  expect(outcome).toMatchObject({
    verdict: "refuted",
    says: expect.stringContaining("they did not end within 3000 ms") as string,
  });
  expect(outcome.behavior).toBeUndefined();
});

test("tests that don't even start in time say nothing", async () => {
  const tested = { program: "f = 1", tests: "assert f == 1", signal };
  const outcome = checkByTests("javascript", { ...tested, limits: { ...limits, timeoutMs: 1 } });
  await expect(outcome).rejects.toThrow("could not be started: they did not end within 1 ms");
});

test("JavaScript is checked by the Node that runs rostrum, whatever else is on the PATH", async (context) => {
  context.skip(process.platform === "win32", "a script can't stand in for a program there");
  const folder = mkdtempSync(join(tmpdir(), "rostrum-node-"));
  const path = process.env["PATH"];
  onTestFinished(() => {
    process.env["PATH"] = path;
    rmSync(folder, { recursive: true });
  });
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "node"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  process.env["PATH"] = `${folder}${delimiter}${path}`;
  const tested = { program: "const f = () => 1;", tests: "if (f() !== 1) throw new Error();" };
  const outcome = await checkByTests("javascript", { ...tested, limits, signal });
  expect(outcome.verdict).toBe("ok");
});
