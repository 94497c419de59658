import { NO_SPEND, type StoredEvent } from "@rostrum/core/protocol";
import { expect, onTestFinished, test, vi } from "vitest";
import { BEGIN_TIMEOUT_MS, createClusterCharges } from "./cluster-charges.ts";

/** What a debate left in the journal that was cancelled after one call. */
const CANCELLED = [
  { type: "debate.started", seq: 0, at: 1, debateId: "a", question: "Q?", panel: [], judge: null },
  {
    type: "debate.failed",
    seq: 1,
    at: 2,
    debateId: "a",
    calls: [
      {
        step: "debater_0_round_0",
        model: "m",
        attempts: 1,
        usage: { inputTokens: 3, outputTokens: 4 },
        costUsd: 0.5,
      },
    ],
    error: { name: "AbortError", code: "aborted", message: "it was cancelled" },
  },
] as unknown as StoredEvent[];

test.each([
  ["costs nothing if no worker had begun it", [], NO_SPEND],
  ["is charged for what a worker did before", CANCELLED, { calls: 1, tokens: 7, usd: 0.5 }],
])("a debate that no worker begins in time is cancelled, and %s", async (_what, events, spend) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  let stored: StoredEvent[] = [];
  const charged = Promise.withResolvers<unknown>();
  const settled: unknown[] = [];
  const spending = {
    reservedElsewhere: async () => ["a"],
    async settleElsewhere(id: string, used: unknown) {
      settled.push(id);
      charged.resolve(used);
    },
  };
  const cancelled = Promise.withResolvers<void>();
  const cluster = { cancel: vi.fn(() => cancelled.promise) };
  const report = async (): Promise<void> => undefined;
  const store = { eventsFrom: async () => stored };
  const charges = createClusterCharges(store, spending, report, cluster);
  await charges.settle("a");
  expect(cluster.cancel).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 2 * BEGIN_TIMEOUT_MS);
  await charges.settle("a");
  await charges.settle("a");
  expect(cluster.cancel).toHaveBeenCalledOnce();
  // As long as no worker has carried it out, one may still run the debate.
  expect(settled).toEqual([]);
  stored = events;
  cancelled.resolve();
  expect(await charged.promise).toMatchObject(spend);
  charges.stop();
});
