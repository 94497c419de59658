import { expect, test } from "vitest";
import { checkByTests } from "../check-by-tests.ts";

test("a JavaScript program and its tests need no more than 1024 MB each", async () => {
  const limits = { timeoutMs: 20_000, memoryMb: 1024, network: false };
  const { signal } = new AbortController();
  const [program, tests] = ["const f = () => 1;", "if (f() !== 1) throw new Error();"];
  const outcome = await checkByTests("javascript", { program, tests, limits, signal });
  expect(outcome.verdict).toBe("ok");
});
