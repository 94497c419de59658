import { expect, test, vi } from "vitest";
import { createRecentValues } from "./recent-values.ts";

test("a value is computed once for everybody, until it is too old or has failed", async () => {
  let time = 0;
  const recent = createRecentValues<number>(100, () => time);
  const compute = vi.fn(async () => time);
  expect(await Promise.all([recent("a", compute), recent("a", compute)])).toEqual([0, 0]);
  time = 99;
  expect(await recent("a", compute)).toBe(0);
  expect(await recent("b", compute)).toBe(99);
  time = 100;
  expect(await recent("a", compute)).toBe(100);
  expect(compute).toHaveBeenCalledTimes(3);
  const fail = vi.fn(() => Promise.reject(new Error("no")));
  await expect(recent("c", fail)).rejects.toThrow("no");
  expect(await recent("c", compute)).toBe(100);
});
