import { NO_SPEND, type StoredEvent, toSpend } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { fold } from "@rostrum/core/record";
import type { ClusterClient } from "../restate/client.ts";
import type { Spending } from "../users/spending.ts";
import type { DebateServiceOptions } from "./service-types.ts";

/** Charges users for debates that run on a cluster. */
export interface ClusterCharges {
  /** Reports a debate, and charges it if it is over. Withdraws it if no worker has begun it in time. */
  settle(id: string): Promise<void>;
  /**
   * Cancels a debate whose client was told that it doesn't run. What is reserved for it stays so until a worker has
   * cancelled it: a worker that returns may have begun it before.
   */
  withdraw(id: string): void;
  /** Settles debates that ended or wait while no server followed them, now and from time to time. */
  start(): Promise<void>;
  stop(): void;
}

/** How long it may take to reach the cluster, and then until a worker begins the debate. */
export const BEGIN_TIMEOUT_MS = 30_000;
const SETTLE_INTERVAL_MS = 30_000;

export function createClusterCharges(
  store: Pick<RunStore, "eventsFrom">,
  spending: Pick<Spending, "settleElsewhere" | "reservedElsewhere">,
  report: DebateServiceOptions["report"],
  cluster: Pick<ClusterClient, "cancel">,
): ClusterCharges {
  /** Debates without an event, with the time since when. A worker may still begin them. */
  const missing = new Map<string, number>();
  const withdrawn = new Set<string>();
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function settle(id: string): Promise<void> {
    const events = await store.eventsFrom(id, 0);
    if (!events || events.length === 0) {
      const since = missing.get(id) ?? Date.now();
      missing.set(id, since);
      if (Date.now() - since >= 2 * BEGIN_TIMEOUT_MS) withdraw(id);
      return;
    }
    missing.delete(id);
    return chargeEvents(id, events);
  }

  async function chargeEvents(id: string, events: readonly StoredEvent[]): Promise<void> {
    // Reported before it counts as settled: if this server dies in between, another one does it again.
    await report(id, events);
    const { status, result } = fold(events);
    if (status === "running" || status === "waiting") return;
    const { usage, costUsd } = result;
    await spending.settleElsewhere(id, toSpend({ attempts: usage.calls, usage, costUsd }));
  }

  function withdraw(id: string): void {
    if (withdrawn.has(id)) return;
    withdrawn.add(id);
    cluster
      .cancel(id, ending.signal)
      .then(async () => {
        const events = (await store.eventsFrom(id, 0)) ?? [];
        missing.delete(id);
        if (events.length > 0) await chargeEvents(id, events);
        else await spending.settleElsewhere(id, NO_SPEND);
      })
      // It is still reserved, so the next interval tries again.
      .catch(() => undefined)
      .finally(() => withdrawn.delete(id));
  }

  async function settleAll(): Promise<void> {
    for (const id of await spending.reservedElsewhere()) await settle(id);
  }

  return {
    settle,
    withdraw,
    async start() {
      // The journal may be briefly unavailable: the next interval tries again.
      timer ??= setInterval(
        () => void settleAll().catch(() => undefined),
        SETTLE_INTERVAL_MS,
      ).unref();
      await settleAll();
    },
    stop() {
      clearInterval(timer);
      ending.abort();
    },
  };
}
