import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AbortError, chain, debate } from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";

/* As zone.js does: the promises of async functions are not instances of it. */
beforeEach(() => void vi.stubGlobal("Promise", class extends Promise<unknown> {}));
afterEach(() => void vi.unstubAllGlobals());

const says = async (): Promise<string> => "Answer: 1";

test("promises of async functions are not instances of the host's", () => {
  expect(says() instanceof Promise).toBe(false);
});

test("a round waits for its checker, and ends the debate", async () => {
  const result = await debate("Q?", {
    debaters: [says, says],
    verify: async (answer) => {
      await new Promise(setImmediate);
      return answer === "1" ? "ok" : "refuted";
    },
    rounds: 3,
  });
  expect(result).toMatchObject({ answer: "1", stopReason: "verified" });
  expect(result.rounds).toHaveLength(1);
});

test("a chain waits for its functions, and an abort doesn't wait for them", async () => {
  const leave = new AbortController();
  const run = chain(
    {
      panel: { debaters: [says, says] },
      start: { n: 0 },
      step: async ({ n }) => (n < 2 ? `Question ${n}?` : null),
      next: async ({ n }) => {
        if (n === 0) return { n: 1 };
        setImmediate(() => leave.abort());
        return new Promise<never>(() => undefined);
      },
    },
    { signal: leave.signal },
  );
  expect(await rejection(run)).toBeInstanceOf(AbortError);
});
