import { expect, test } from "vitest";
import { mutatedReply, randomFrom } from "../../scripts/lib/mutated-replies.ts";
import { readEveryWay } from "../../scripts/lib/read-every-way.ts";

test("mutated replies go through every reader and kind without a throw", () => {
  const random = randomFrom(7);
  const thrown: unknown[] = [];
  let previous = "";
  for (let i = 0; i < 1_000; i++) {
    const reply = mutatedReply(random);
    try {
      readEveryWay(reply, previous);
    } catch (error) {
      thrown.push({ reply, previous, error });
    }
    previous = reply;
  }
  expect(thrown).toEqual([]);
}, 120_000);

test("the same seed gives the same replies", () => {
  const some = (seed: number): string[] => {
    const random = randomFrom(seed);
    return Array.from({ length: 20 }, () => mutatedReply(random));
  };
  expect(some(3)).toEqual(some(3));
  expect(some(3)).not.toEqual(some(4));
});
