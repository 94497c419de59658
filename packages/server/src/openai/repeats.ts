import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { ServiceStore } from "@rostrum/core/protocol";
import type { AppEnv } from "../app-env.ts";
import { computeDigest } from "../debates/debate-order.ts";
import type { LiveDebate } from "../debates/live-debate.ts";
import type { User } from "../users/users.ts";

/** A chat request without a key, and the debate that it is about. */
export interface Repeat {
  /** The debate's id: that of the same request before, if its answer was not delivered, or a fresh one. */
  ordered: { id: string; fresh: boolean };
  /** The client has no answer and is gone: the same request gets this debate. */
  free(): Promise<void>;
  /** The answer was delivered, or there will be none: the same request is a new one from now on. */
  settle(): Promise<void>;
}

/** Recognizes requests that come again because their client did not get the answer. */
export interface Repeats {
  /** `declared`: the client itself says that it tries again. */
  find(user: User, content: unknown, declared: boolean): Promise<Repeat>;
  /** Counts a client that waits for a debate. The returned function says that the client is gone. */
  attend(live: Pick<LiveDebate, "id" | "waiting" | "abort" | "result"> | null): () => void;
}

/** How often the journal is asked whether somebody came back. */
const AGAIN_MS = 1000;
/** How long an answer that was not delivered is kept for the same request. */
const KEEP_MS = 24 * 60 * 60 * 1000;

/**
 * Clients of OpenAI's API repeat a request that timed out or whose connection broke, without a key. A debate whose client
 * is gone therefore goes on for `leaveMs`, until the client comes back or the debate ends. Two clients that ask the same
 * at the same time get two debates.
 */
export function createRepeats(
  store: Pick<ServiceStore, "claimRepeat" | "freeRepeat" | "isRepeatFree" | "forgetRepeat">,
  leaveMs: number,
): Repeats {
  /** By debate: how many clients wait, and the timer that ends it when none does. */
  const waiting = new Map<string, { clients: number; timer?: NodeJS.Timeout }>();

  return {
    async find(user, content, declared) {
      const key = computeDigest([user.name, user.project, content]);
      const debate = randomUUID();
      const id = await store.claimRepeat({ key, debate, keepMs: KEEP_MS, declared });
      return {
        ordered: { id, fresh: id === debate },
        free: () => store.freeRepeat(id).catch(() => undefined),
        settle: () => store.forgetRepeat(id).catch(() => undefined),
      };
    },
    attend(live) {
      if (live === null) return () => undefined;
      const waitingDebate = waiting.get(live.id);
      const entry = waitingDebate ?? { clients: 0 };
      if (!waitingDebate) {
        waiting.set(live.id, entry);
        const forget = (): void => {
          clearTimeout(entry.timer);
          waiting.delete(live.id);
        };
        live.result.then(forget, forget);
      }
      clearTimeout(entry.timer);
      entry.clients += 1;
      /** A client may have come back at another server, and a review is needed in any case. */
      async function endUnlessAwaited(debate: NonNullable<typeof live>): Promise<void> {
        const free = await store.isRepeatFree(debate.id).catch(() => false);
        if (entry.clients > 0 || debate.waiting) return;
        if (!free) return endLater(Math.max(leaveMs, AGAIN_MS));
        debate.abort("the client left");
        // An aborted debate has no answer for a repeated request.
        await store.forgetRepeat(debate.id).catch(() => undefined);
      }
      function endLater(ms: number): void {
        entry.timer = setTimeout(() => void (live && endUnlessAwaited(live)), ms).unref();
      }
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        entry.clients -= 1;
        if (entry.clients > 0) return;
        endLater(leaveMs);
      };
    },
  };
}

/** Calls back when the whole response has been sent. Where no socket is known, that is when it was made. */
export function onDelivered(c: Context<AppEnv>, delivered: () => void): void {
  const outgoing = c.env?.outgoing;
  if (outgoing) outgoing.once("finish", delivered);
  else delivered();
}

/** OpenAI's clients count their own retries in this header. */
export function isDeclaredRetry(c: Context<AppEnv>): boolean {
  return Number(c.req.header("x-stainless-retry-count") ?? 0) > 0;
}
