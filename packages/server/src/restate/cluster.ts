import { setTimeout as after } from "node:timers/promises";
import type { Ingress } from "@restatedev/restate-sdk-clients";
import { loadPeer } from "../load-peer.ts";

const PACKAGE = "@restatedev/restate-sdk-clients";
const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 1000;

/** Talks to the cluster, and waits while it is unreachable. */
export interface ClusterConnection {
  ingress: Ingress;
  /** Retries until it succeeds or `signal` aborts. The operation must be safe to repeat. */
  retryUntilReached<T>(act: () => PromiseLike<T>, signal?: AbortSignal): Promise<T>;
}

export async function connectTo(url: string): Promise<ClusterConnection> {
  const { connect, HttpCallError } = await loadPeer(
    PACKAGE,
    () => import("@restatedev/restate-sdk-clients"),
  );
  return {
    ingress: connect({ url }),
    async retryUntilReached(act, signal) {
      for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
        signal?.throwIfAborted();
        try {
          return await act();
        } catch (error) {
          // The cluster answered, so a retry would be refused again.
          if (error instanceof HttpCallError && error.status < 500 && error.status !== 429)
            throw error;
        }
        await after(wait, undefined, signal ? { signal } : {}).catch(() => undefined);
      }
    },
  };
}
