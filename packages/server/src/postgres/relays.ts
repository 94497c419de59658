import type { PeerHost } from "@rostrum/runtime/journal";
import { send } from "./driver.ts";
import type { OpenPeerSession } from "./peer-session.ts";

/** Texts of this process's runs, sent to the processes that follow them. */
export interface Relays {
  /** Relays a run to a process for `timeoutMs` more, if a host of this process owns it. */
  renew(run: number, by: string, timeoutMs: number): Promise<void>;
  /** Ends the relays whose followers are gone. */
  endUnfollowed(): void;
  stop(): void;
}

interface Relay {
  /** When each following process counts as gone, in milliseconds since 1970. */
  followers: Map<string, number>;
  end(): void;
}

export function createRelays(session: OpenPeerSession, hosts: ReadonlySet<PeerHost>): Relays {
  const relays = new Map<number, Relay>();

  return {
    async renew(run, by, timeoutMs) {
      const until = Date.now() + timeoutMs;
      const relay = relays.get(run);
      if (relay?.followers.has(by)) {
        relay.followers.set(by, until);
        return;
      }
      const { sql, statements, signals } = await session();
      const [row] = await send<{ id: string }>(sql, statements.runNumbered, [run]);
      if (!row) return;
      for (const host of hosts) {
        /** Text from before the follower joined is passed on at once, and is for that follower alone. */
        let isJoining = true;
        const end = host.followed(row.id, (deltas) => {
          const to = isJoining ? { to: by } : {};
          signals.send({ is: "said", run, deltas: [...deltas], ...to });
        });
        isJoining = false;
        if (!end) continue;
        const earlierRelay = relays.get(run);
        earlierRelay?.end();
        relays.set(run, {
          followers: new Map([...(earlierRelay?.followers ?? []), [by, until]]),
          end,
        });
        return;
      }
    },
    endUnfollowed() {
      const now = Date.now();
      for (const [run, { followers, end }] of relays) {
        for (const [peer, until] of followers) if (until < now) followers.delete(peer);
        if (followers.size > 0) continue;
        end();
        relays.delete(run);
      }
    },
    stop() {
      for (const { end } of relays.values()) end();
      relays.clear();
    },
  };
}
