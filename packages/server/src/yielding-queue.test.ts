import { setImmediate as nextLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { createYieldingQueue } from "./yielding-queue.ts";

test("long pieces are let through in order, and others get a look between two of them", async () => {
  const takeTurn = createYieldingQueue(10);
  const log: string[] = [];
  const work = ["a", "b", "c"].map(async (name) => {
    await takeTurn();
    // The piece is all that follows at once, not only its first microtask.
    await Promise.resolve();
    for (const begun = performance.now(); performance.now() - begun < 6;);
    log.push(name);
  });
  const done = Promise.all(work).then(() => log.push("end"));
  while (log.at(-1) !== "end") {
    if (log.at(-1) !== "other") log.push("other");
    await nextLoop();
  }
  await done;
  expect(log.join(" ")).toBe("other a other b other c end");
});

test("a piece ends before the next begins", async () => {
  const takeTurn = createYieldingQueue(10);
  const log: string[] = [];
  await Promise.all(
    ["a", "b"].map(async (name) => {
      await takeTurn();
      for (let part = 0; part < 3; part++) {
        await Promise.resolve();
        log.push(name);
      }
    }),
  );
  expect(log.join("")).toBe("aaabbb");
});

test("when too many wait, the next is told to come back; then there is room again", async () => {
  const takeTurn = createYieldingQueue(2);
  const waiting = [takeTurn(), takeTurn()];
  expect(() => takeTurn()).toThrow(expect.objectContaining({ status: 503, retryAfter: 1 }));
  await Promise.all(waiting);
  await takeTurn();
});
