import type { DeltaEvent } from "@rostrum/core/protocol";
import type { Follower, Peers } from "@rostrum/runtime/journal";
import { send } from "./driver.ts";
import type { OpenPeerSession } from "./peer-session.ts";

/** Runs that this process follows, whichever process owns them. */
export interface FollowedRuns extends Pick<Peers, "follow"> {
  isEmpty(): boolean;
  /** New events of these runs are stored. */
  onStored(runs: readonly number[]): void;
  onDeltas(run: number, deltas: readonly DeltaEvent[]): void;
  /** Signals may have been missed. */
  notifyAll(): void;
  /** Renews the interest in all runs, and polls them: an owner may die before it can send a signal. */
  renew(): Promise<void>;
  clear(): void;
}

interface FollowedRun {
  id: string;
  /** Number of the run; null until it is known. */
  run: number | null;
  followers: Set<Follower>;
  /** State that the last poll returned. */
  lastState: string;
}

/** `listen` resolves when signals arrive. */
export function createFollowedRuns(
  ownId: string,
  session: OpenPeerSession,
  listen: () => Promise<void>,
): FollowedRuns {
  const followed = new Map<string, FollowedRun>();

  function notify({ followers }: FollowedRun): void {
    for (const { changed } of followers) changed();
  }

  async function loadRunNumber(followedRun: FollowedRun): Promise<void> {
    const { sql, statements, signals } = await session();
    const [row] = await send<{ n: number }>(sql, statements.run, [followedRun.id]);
    if (!row) return;
    followedRun.run = row.n;
    signals.send({ is: "following", run: row.n, by: ownId });
    notify(followedRun);
  }

  return {
    follow(id, follower) {
      const followedRun = followed.get(id) ?? {
        id,
        run: null,
        followers: new Set(),
        lastState: "",
      };
      followedRun.followers.add(follower);
      if (!followed.has(id)) {
        followed.set(id, followedRun);
        // Events stored before the channel is open would be missed, so the run is read once it is.
        listen()
          .then(() => loadRunNumber(followedRun))
          .catch(() => undefined);
      }
      return () => {
        followedRun.followers.delete(follower);
        if (followedRun.followers.size === 0 && followed.get(id) === followedRun)
          followed.delete(id);
      };
    },
    isEmpty: () => followed.size === 0,
    onStored(runs) {
      const stored = new Set(runs);
      for (const followedRun of followed.values()) {
        if (followedRun.run !== null && stored.has(followedRun.run)) notify(followedRun);
      }
    },
    onDeltas(run, deltas) {
      for (const followedRun of followed.values()) {
        if (followedRun.run !== run) continue;
        for (const follower of followedRun.followers) follower.deltas(deltas);
      }
    },
    notifyAll() {
      for (const followedRun of followed.values()) notify(followedRun);
    },
    async renew() {
      // A run may be followed before it is stored.
      const newRuns = [...followed.values()].filter(({ run }) => run === null);
      await Promise.all(newRuns.map(loadRunNumber));
      const numberedRuns = [...followed.values()].filter(({ run }) => run !== null);
      if (numberedRuns.length === 0) return;
      const { sql, statements, signals } = await session();
      const runs = numberedRuns.map(({ run }) => run as number);
      for (const run of runs) signals.send({ is: "following", run, by: ownId });
      const rows = await send<{ n: number; events: number; status: string }>(
        sql,
        statements.counts,
        [runs.join(",")],
      );
      const counts = new Map(rows.map(({ n, events, status }) => [n, `${events} ${status}`]));
      for (const followedRun of numberedRuns) {
        const state = counts.get(followedRun.run as number) ?? "gone";
        if (state === followedRun.lastState) continue;
        followedRun.lastState = state;
        notify(followedRun);
      }
    },
    clear: () => followed.clear(),
  };
}
