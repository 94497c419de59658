import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
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

test("a failure doesn't remove the newer value that took its place", async () => {
  let time = 0;
  const recent = createRecentValues<number>(100, () => time);
  const late = Promise.withResolvers<number>();
  const failing = recent("a", () => late.promise);
  time = 100;
  const compute = vi.fn(async () => 1);
  await recent("a", compute);
  late.reject(new Error("no"));
  await expect(failing).rejects.toThrow("no");
  expect(await recent("a", compute)).toBe(1);
  expect(compute).toHaveBeenCalledTimes(1);
});

test("a value that is too old is not kept in memory", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  let time = 0;
  const recent = createRecentValues<object>(100, () => time);
  const compute = async (): Promise<object> => ({});
  const old = new WeakRef(await recent("a", compute));
  time = 100;
  await recent("b", compute);
  await nextTurn();
  collectGarbage();
  expect(old.deref()).toBeUndefined();
});
