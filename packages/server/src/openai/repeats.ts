import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { ServiceStore } from "@rostrum/runtime/journal";
import type { AppEnv } from "../app-env.ts";
import { computeDigest } from "../debates/debate-order.ts";
import type { LiveDebate } from "../debates/live-debate.ts";
import type { User } from "../users/users.ts";

/** A chat request without a key, and the debate that it is about. */
export interface Repeat {
  /** Id of the debate: that of an earlier equal request whose answer was not delivered, or a new one. */
  ordered: { id: string; fresh: boolean };
  /** Called when the client left without an answer: the same request then joins this debate. */
  release(): Promise<void>;
  /** Called when the answer was delivered or will never exist: the same request then starts a new debate. */
  forget(): Promise<void>;
}

/** Recognizes requests that are sent again because the client did not get its answer. */
export interface Repeats {
  /**
   * Claims the debate that this request is about: no equal request gets it until it is released. `declared`: true if the
   * client marks the request as a retry.
   */
  claim(user: User, content: unknown, declared: boolean): Promise<Repeat>;
  /** Counts a client that waits for a debate. Call the returned function when the client leaves. */
  attend(live: Pick<LiveDebate, "id" | "waiting" | "abort" | "result">): () => void;
}

/** How often the journal is checked for a client that came back. */
const POLL_INTERVAL_MS = 1000;
/** How long an undelivered answer is available to the same request. */
const KEEP_MS = 24 * 60 * 60 * 1000;

/**
 * OpenAI's clients repeat a request that timed out or lost its connection, without a key. A debate whose client is
 * gone therefore goes on for `leaveMs`; the same request joins it, or continues it if it was ended then. Two clients that send the
 * same request at the same time get two debates.
 */
export function createRepeats(
  store: Pick<ServiceStore, "claimRepeat" | "freeRepeat" | "isRepeatFree" | "forgetRepeat">,
  leaveMs: number,
): Repeats {
  /** Number of waiting clients per debate, and the timer that ends the debate when there are none. */
  const waiting = new Map<string, { clients: number; timer?: NodeJS.Timeout }>();

  return {
    async claim(user, content, declared) {
      const key = computeDigest([user.name, user.project, content]);
      const debate = randomUUID();
      const id = await store.claimRepeat({ key, debate, keepMs: KEEP_MS, declared });
      return {
        ordered: { id, fresh: id === debate },
        release: () => store.freeRepeat(id).catch(() => undefined),
        forget: () => store.forgetRepeat(id).catch(() => undefined),
      };
    },
    attend(live) {
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
      /** A timer after the end would poll for ever, and keep the debate in memory. */
      const isOver = (): boolean => waiting.get(live.id) !== entry;
      /** Ends the debate unless a client came back at another server, or a person must review it. */
      async function endUnlessAwaited(): Promise<void> {
        const free = await store.isRepeatFree(live.id).catch(() => false);
        if (isOver() || entry.clients > 0 || live.waiting) return;
        if (!free) return endLater(Math.max(leaveMs, POLL_INTERVAL_MS));
        // A repeated request continues it with the replies that were paid for.
        live.abort("the client left");
      }
      function endLater(ms: number): void {
        entry.timer = setTimeout(() => void endUnlessAwaited(), ms).unref();
      }
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        entry.clients -= 1;
        if (entry.clients > 0 || isOver()) return;
        endLater(leaveMs);
      };
    },
  };
}

/** Calls back when the whole response has been sent; without a socket, when it was created. */
export function onDelivered(c: Context<AppEnv>, delivered: () => void): void {
  const outgoing = c.env?.outgoing;
  if (outgoing) outgoing.once("finish", delivered);
  else delivered();
}

/** OpenAI's clients count their own retries in this header. */
export function isDeclaredRetry(c: Context<AppEnv>): boolean {
  return Number(c.req.header("x-stainless-retry-count") ?? 0) > 0;
}
