import { setImmediate as nextLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("work is let through in order, and others get a look between two pieces", async () => {
  const takeTurn = createTurns(10);
  const log: string[] = [];
  const work = ["a", "b", "c"].map(async (name) => {
    await takeTurn();
    log.push(name);
  });
  const other = (async () => {
    for (let looks = 0; looks < 3; looks++) {
      await nextLoop();
      log.push("other");
    }
  })();
  await Promise.all([...work, other]);
  expect(log.filter((entry) => entry !== "other")).toEqual(["a", "b", "c"]);
  expect(log.join(" ")).not.toMatch(/[abc] [abc]/);
});

test("when too many wait, the next is told to come back; then there is room again", async () => {
  const takeTurn = createTurns(2);
  const waiting = [takeTurn(), takeTurn()];
  expect(() => takeTurn()).toThrow(expect.objectContaining({ status: 503, retryAfter: 1 }));
  await Promise.all(waiting);
  await takeTurn();
});
