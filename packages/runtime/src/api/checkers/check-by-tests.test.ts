import { expect, test } from "vitest";
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
