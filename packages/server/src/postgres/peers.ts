import { randomUUID } from "node:crypto";
import type { PeerHost, Peers } from "@rostrum/runtime/journal";
import { createFollowedRuns } from "./followed-runs.ts";
import { createPeerRequests } from "./peer-requests.ts";
import type { OpenPeerSession } from "./peer-session.ts";
import { createRelays } from "./relays.ts";
import type { Signal } from "./signals.ts";

export interface OwnPeers extends Peers {
  stop(): void;
}

/** How often followers renew their interest, and poll for events that they missed. */
const RENEW_MS = 5000;
/** Time without a renewal after which a follower is gone. */
const FOLLOWER_TIMEOUT_MS = 4 * RENEW_MS;

export function createPeers(session: OpenPeerSession): OwnPeers {
  const ownId = randomUUID();
  const hosts = new Set<PeerHost>();
  const followedRuns = createFollowedRuns(ownId, session, listen);
  const relays = createRelays(session, hosts);
  const requests = createPeerRequests(session, hosts);
  let listening: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    // Tries again later if the database can't be reached now.
    timer ??= setInterval(() => void renew().catch(() => undefined), RENEW_MS);
    timer.unref();
    const { signals } = await session();
    listening ??= signals.listen(handleSignal, followedRuns.notifyAll);
    await listening.catch((error: unknown) => {
      listening = null;
      throw error;
    });
  }

  function handleSignal(signal: Signal): void {
    switch (signal.is) {
      case "stored":
        return followedRuns.onStored(signal.runs);
      case "said":
        if (signal.to === undefined || signal.to === ownId)
          followedRuns.onDeltas(signal.run, signal.deltas);
        return;
      case "following":
        if (signal.by !== ownId)
          void relays.renew(signal.run, signal.by, FOLLOWER_TIMEOUT_MS).catch(() => undefined);
        return;
      case "request":
        void requests.take(signal.request).catch(() => undefined);
        return;
      case "answer":
        requests.onAnswer(signal.request);
    }
  }

  async function renew(): Promise<void> {
    relays.endUnfollowed();
    if (listening === null && (!followedRuns.isEmpty() || hosts.size > 0)) await listen();
    await followedRuns.renew();
  }

  return {
    follow: followedRuns.follow,
    async ask(id, act, patienceMs) {
      await listen();
      return requests.ask(id, act, patienceMs);
    },
    join(host) {
      hosts.add(host);
      // Connection errors are reported to callers that wait for an answer.
      listen().catch(() => undefined);
      return () => hosts.delete(host);
    },
    stop() {
      clearInterval(timer);
      relays.stop();
      followedRuns.clear();
    },
  };
}
