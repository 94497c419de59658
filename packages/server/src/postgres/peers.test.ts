import type { DeltaEvent } from "@rostrum/core/protocol";
import type { PeerHost } from "@rostrum/runtime/journal";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPeers } from "./peers.ts";
import type { Signal } from "./signals.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A database that has the run "a", number 7, and through which the test sends and gets signals. */
function fakeSession() {
  const database = { isReachable: true, hasRun: true, events: 1 };
  const sent: Signal[] = [];
  let receive: (signal: Signal) => void = () => undefined;
  const statements = { run: "run", counts: "counts", runNumbered: "runNumbered" };
  const sql = {
    unsafe: (): Promise<object[]> =>
      Promise.resolve(
        database.hasRun ? [{ n: 7, id: "a", events: database.events, status: "running" }] : [],
      ),
  };
  const signals = {
    send: (signal: Signal) => void sent.push(signal),
    listen: (onSignal: typeof receive) => {
      receive = onSignal;
      return Promise.resolve();
    },
    flush: () => Promise.resolve(),
  };
  const session = () =>
    database.isReachable
      ? Promise.resolve({ sql, statements, signals })
      : Promise.reject(new Error("no connection"));
  const peers = createPeers(session as unknown as Parameters<typeof createPeers>[0]);
  return {
    database,
    sent,
    peers,
    /** Delivers a signal of another process, and waits until it is handled. */
    async receive(signal: Signal) {
      receive(signal);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

const delta = (text: string): DeltaEvent => ({ type: "debate.delta", text }) as DeltaEvent;

/** A host that owns the run "a", of which some text was written before anybody followed. */
function ownerOf(text: string) {
  const followers = new Set<(events: readonly DeltaEvent[]) => void>();
  const host: PeerHost = {
    act: () => undefined,
    followed(_id, send) {
      followers.add(send);
      send([delta(text)]);
      return () => followers.delete(send);
    },
  };
  const write = (more: string): void => followers.forEach((send) => send([delta(more)]));
  return { host, write, followers };
}

test("a run is followed as soon as the database can be reached and has it", async () => {
  const { database, sent, peers } = fakeSession();
  Object.assign(database, { isReachable: false, hasRun: false });
  const changed = vi.fn();
  peers.follow("a", { changed, deltas: () => undefined });
  await vi.advanceTimersByTimeAsync(20_000);
  database.isReachable = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toEqual([]);
  database.hasRun = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent[0]).toMatchObject({ is: "following", run: 7 });
  expect(changed).toHaveBeenCalled();
  peers.stop();
});

test("a follower says every five seconds that it still follows, until it stops", async () => {
  const { sent, peers } = fakeSession();
  const stop = peers.follow("a", { changed: () => undefined, deltas: () => undefined });
  await vi.advanceTimersByTimeAsync(0);
  sent.length = 0;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(sent.map(({ is }) => is)).toEqual(["following", "following", "following"]);
  stop();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(sent).toHaveLength(3);
  peers.stop();
});

test("a change without a signal is noticed, and each change once", async () => {
  const { database, peers } = fakeSession();
  const changed = vi.fn();
  peers.follow("a", { changed, deltas: () => undefined });
  await vi.advanceTimersByTimeAsync(5000);
  changed.mockClear();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(changed).not.toHaveBeenCalled();
  database.events = 2;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(changed).toHaveBeenCalledTimes(1);
  peers.stop();
});

test("text from before a follower joined goes to that follower alone, whichever host has the run", async () => {
  const { sent, peers, receive } = fakeSession();
  const { host, write } = ownerOf("before");
  peers.join({ act: () => undefined, followed: () => undefined });
  peers.join(host);
  await vi.advanceTimersByTimeAsync(0);
  for (const by of ["one", "two"]) await receive({ is: "following", run: 7, by });
  write("after");
  const said = { is: "said", run: 7 };
  expect(sent).toEqual([
    { ...said, deltas: [delta("before")], to: "one" },
    { ...said, deltas: [delta("before")], to: "two" },
    { ...said, deltas: [delta("after")] },
  ]);
  peers.stop();
});

test("a run is no longer relayed when its last follower was silent for twenty seconds", async () => {
  const { peers, receive } = fakeSession();
  const { host, followers } = ownerOf("before");
  peers.join(host);
  await vi.advanceTimersByTimeAsync(0);
  await receive({ is: "following", run: 7, by: "one" });
  await vi.advanceTimersByTimeAsync(15_000);
  await receive({ is: "following", run: 7, by: "one" });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(followers.size).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(followers.size).toBe(0);
  peers.stop();
});
