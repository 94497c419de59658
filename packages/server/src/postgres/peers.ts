import { randomUUID } from "node:crypto";
import type { DeltaEvent } from "@rostrum/core/protocol";
import type { Follower, PeerHost, Peers } from "@rostrum/runtime/journal";
import { send, type Sql } from "./driver.ts";
import type { Signal, PostgresSignals } from "./signals.ts";
import type { PostgresStatements } from "./statements.ts";

export interface OwnPeers extends Peers {
  stop(): void;
}

/** How often followers renew their interest, and poll for events that they missed. */
const RENEW_MS = 5000;
/** Time without a renewal after which a follower is gone. */
const FOLLOWER_TIMEOUT_MS = 4 * RENEW_MS;

interface FollowedRun {
  id: string;
  /** Number of the run; null until it is known. */
  run: number | null;
  followers: Set<Follower>;
  /** State that the last poll returned. */
  lastState: string;
}

/** `session` opens the journal if it isn't open yet. */
export function createPeers(
  session: () => Promise<{ sql: Sql; statements: PostgresStatements; signals: PostgresSignals }>,
): OwnPeers {
  const ownId = randomUUID();
  const followed = new Map<string, FollowedRun>();
  /** Runs that this process owns and others follow. */
  const relays = new Map<number, { by: Map<string, number>; end: () => void }>();
  const answers = new Map<number, () => void>();
  const hosts = new Set<PeerHost>();
  let listening: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    // Tries again later if the database can't be reached now.
    timer ??= setInterval(() => void renew().catch(() => undefined), RENEW_MS);
    timer.unref();
    const { signals } = await session();
    listening ??= signals.listen(handleSignal, () =>
      [...followed.values()].forEach(notifyFollowers),
    );
    await listening.catch((error: unknown) => {
      listening = null;
      throw error;
    });
  }

  function notifyFollowers({ followers }: FollowedRun): void {
    for (const { changed } of followers) changed();
  }

  function handleSignal(signal: Signal): void {
    switch (signal.is) {
      case "stored": {
        const runs = new Set(signal.runs);
        for (const followedRun of followed.values()) {
          if (followedRun.run !== null && runs.has(followedRun.run)) notifyFollowers(followedRun);
        }
        return;
      }
      case "said": {
        if (signal.to !== undefined && signal.to !== ownId) return;
        for (const followedRun of followed.values()) {
          if (followedRun.run !== signal.run) continue;
          for (const { deltas } of followedRun.followers) deltas(signal.deltas);
        }
        return;
      }
      case "following":
        if (signal.by !== ownId) void relayToFollower(signal.run, signal.by).catch(() => undefined);
        return;
      case "request":
        void takeRequest(signal.request).catch(() => undefined);
        return;
      case "answer":
        answers.get(signal.request)?.();
    }
  }

  /** Renews the followed runs and polls them, because an owner may die before it can send a signal. */
  async function renew(): Promise<void> {
    const now = Date.now();
    for (const [run, { by, end }] of relays) {
      for (const [peer, until] of by) if (until < now) by.delete(peer);
      if (by.size === 0) {
        end();
        relays.delete(run);
      }
    }
    if (listening === null && (followed.size > 0 || hosts.size > 0)) await listen();
    // A run may be followed before it is stored.
    const newRuns = [...followed.values()].filter(({ run }) => run === null);
    await Promise.all(newRuns.map(loadRunNumber));
    const numberedRuns = [...followed.values()].filter(({ run }) => run !== null);
    if (numberedRuns.length === 0) return;
    const { sql, statements, signals } = await session();
    const runs = numberedRuns.map(({ run }) => run as number);
    for (const run of runs) signals.send({ is: "following", run, by: ownId });
    const rows = await send<{ n: number; events: number; status: string }>(sql, statements.counts, [
      runs.join(","),
    ]);
    const counts = new Map(rows.map(({ n, events, status }) => [n, `${events} ${status}`]));
    for (const followedRun of numberedRuns) {
      const state = counts.get(followedRun.run as number) ?? "gone";
      if (state === followedRun.lastState) continue;
      followedRun.lastState = state;
      notifyFollowers(followedRun);
    }
  }

  async function relayToFollower(run: number, by: string): Promise<void> {
    const until = Date.now() + FOLLOWER_TIMEOUT_MS;
    const relay = relays.get(run);
    if (relay?.by.has(by)) {
      relay.by.set(by, until);
      return;
    }
    const { sql, statements, signals } = await session();
    const [row] = await send<{ id: string }>(sql, statements.runNumbered, [run]);
    if (!row) return;
    let to: { to?: string } = { to: by };
    const relayDeltas = (deltas: readonly DeltaEvent[]): void =>
      signals.send({ is: "said", run, deltas: [...deltas], ...to });
    for (const host of hosts) {
      // Text from before the follower joined is sent to that follower alone.
      const end = host.followed(row.id, relayDeltas);
      to = {};
      if (!end) continue;
      const earlierRelay = relays.get(run);
      earlierRelay?.end();
      relays.set(run, { by: new Map([...(earlierRelay?.by ?? []), [by, until]]), end });
      return;
    }
  }

  async function takeRequest(request: number): Promise<void> {
    const { sql, statements, signals } = await session();
    const [pendingRequest] = await send<{ id: string; body: string }>(sql, statements.asked, [
      request,
    ]);
    if (!pendingRequest) return;
    for (const host of hosts) {
      const acting = host.act(pendingRequest.id, JSON.parse(pendingRequest.body));
      if (!acting) continue;
      const answer = JSON.stringify((await acting) ?? null);
      await send(sql, statements.answer, [request, answer]);
      signals.send({ is: "answer", request });
      return;
    }
  }

  async function loadRunNumber(followedRun: FollowedRun): Promise<void> {
    const { sql, statements, signals } = await session();
    const [row] = await send<{ n: number }>(sql, statements.run, [followedRun.id]);
    if (!row) return;
    followedRun.run = row.n;
    signals.send({ is: "following", run: row.n, by: ownId });
    notifyFollowers(followedRun);
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
    async ask(id, act, patienceMs) {
      await listen();
      const { sql, statements, signals } = await session();
      const [row] = await send<{ n: number }>(sql, statements.ask, [id, JSON.stringify(act)]);
      if (!row) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timeout = setTimeout(resolve, patienceMs);
      answers.set(row.n, resolve);
      signals.send({ is: "request", request: row.n });
      try {
        await promise;
        const [stored] = await send<{ answer: string | null }>(sql, statements.answered, [row.n]);
        return stored?.answer == null ? undefined : (JSON.parse(stored.answer) as unknown);
      } finally {
        clearTimeout(timeout);
        answers.delete(row.n);
        await send(sql, statements.forgetRequest, [row.n]).catch(() => undefined);
      }
    },
    join(host) {
      hosts.add(host);
      // Connection errors are reported to callers that wait for an answer.
      listen().catch(() => undefined);
      return () => hosts.delete(host);
    },
    stop() {
      clearInterval(timer);
      for (const { end } of relays.values()) end();
      relays.clear();
      followed.clear();
    },
  };
}
