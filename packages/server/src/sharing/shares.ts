import { randomBytes, hash } from "node:crypto";
import type { StoredEvent } from "@rostrum/core/protocol";
import type { RunStore, ServiceStore, StoredShare } from "@rostrum/runtime/journal";
import { readBearerToken } from "../bearer-token.ts";
import { noSuchDebate } from "../debates/access-gate.ts";
import { toPublicEvent } from "../public-text.ts";
import { HttpError, signInError } from "../http-error.ts";
import type { Users } from "../users/users.ts";

/** Links through which somebody without an account reads one debate. */
export interface Shares {
  /** Creates a link. Its token is returned once and not stored. */
  create(
    debate: string,
    by: string | null,
    days: number,
  ): Promise<{ share: StoredShare; token: string }>;
  list(debate: string | null): Promise<StoredShare[]>;
  revoke(debate: string, id: string): Promise<void>;
  /** Returns true for a link that opens its debate: in time, not revoked, and of a user who still exists. */
  isActive(share: StoredShare): boolean;
  /** Reads the debate of a link. Rejects alike if the link is unknown or not active. */
  open(authorization: string | undefined): Promise<SharedDebate>;
}

export interface SharedDebate {
  share: StoredShare;
  /** All events so far, without the user. */
  events: StoredEvent[];
}

const PREFIX = "share_";
const DAY_MS = 86_400_000;
/** Links to one debate that work at the same time. */
const MAX_LINKS_PER_DEBATE = 100;

export function createShares(
  store: ServiceStore,
  journal: Pick<RunStore, "eventsFrom">,
  users: Pick<Users, "open" | "isUser">,
  now: () => number = () => Date.now(),
): Shares {
  function isActive({ until, revokedAt, by }: StoredShare): boolean {
    // Removed users must not give access to others.
    const hasMaker = by === null || users.open || users.isUser(by);
    return revokedAt === null && until > now() && hasMaker;
  }

  return {
    async create(debate, by, days) {
      if ((await store.listShares(debate)).filter(isActive).length >= MAX_LINKS_PER_DEBATE) {
        const message = `expected at most ${MAX_LINKS_PER_DEBATE} links to one debate: revoke one first`;
        throw new HttpError(409, "too_many_shares", message);
      }
      const token = PREFIX + randomBytes(32).toString("base64url");
      const hashed = hash("sha256", token);
      const until = Math.round(now() + days * DAY_MS);
      const added = await store.addShare({ hash: hashed, debate, by, until });
      const share = added ? await store.findShare(hashed) : undefined;
      if (!share) throw noSuchDebate(debate);
      return { share, token };
    },
    list: (debate) => store.listShares(debate),
    isActive,
    async revoke(debate, id) {
      if (await store.revokeShare(debate, id)) return;
      throw new HttpError(404, "not_found", "there is no such link, or it was already revoked");
    },
    async open(authorization) {
      const token = readBearerToken(authorization);
      // Looked up by hash, so that the timing reveals nothing about the token.
      const share = token?.startsWith(PREFIX)
        ? await store.findShare(hash("sha256", token))
        : undefined;
      const events =
        share && isActive(share) ? await journal.eventsFrom(share.debate, 0) : undefined;
      if (!share || !events) {
        throw signInError("bad_share", "this link is wrong, has expired or was revoked");
      }
      return { share, events: events.map(toPublicEvent).map(removeOwner) };
    },
  };
}

/** Hides from readers of a link who asked the question, for whom and how. */
function removeOwner(event: StoredEvent): StoredEvent {
  if (event.type !== "debate.started") return event;
  const { userId: _user, teamId: _team, projectId: _project, metadata: _metadata, ...rest } = event;
  return rest;
}
