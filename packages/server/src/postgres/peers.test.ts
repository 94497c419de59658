import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPeers } from "./peers.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A database that has the run "a" after a while, and can't be reached at first. */
function fakeSession() {
  const database = { isReachable: false, hasRun: false };
  const sent: unknown[] = [];
  const statements = { run: "run", counts: "counts" };
  const sql = {
    unsafe: (statement: string): Promise<object[]> =>
      Promise.resolve(database.hasRun ? [{ n: 7, events: 1, status: statement }] : []),
  };
  const signals = {
    send: (signal: unknown) => void sent.push(signal),
    listen: () => Promise.resolve(),
    flush: () => Promise.resolve(),
  };
  const session = () =>
    database.isReachable
      ? Promise.resolve({ sql, statements, signals })
      : Promise.reject(new Error("no connection"));
  return { database, sent, session: session as unknown as Parameters<typeof createPeers>[0] };
}

test("a run is followed as soon as the database can be reached and has it", async () => {
  const { database, sent, session } = fakeSession();
  const peers = createPeers(session);
  const changed = vi.fn();
  peers.follow("a", { changed, deltas: () => undefined });
  await vi.advanceTimersByTimeAsync(20_000);
  database.isReachable = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toEqual([]);
  database.hasRun = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent[0]).toMatchObject({ run: 7 });
  expect(changed).toHaveBeenCalled();
  peers.stop();
});
