import type { Delivery, DeliveryStore } from "../delivery-store.ts";
import { REMEMBERED_MS } from "../rows.ts";
import type { RunLookup } from "../run-lookup.ts";
import type { ForgetfulStore } from "./forgetful-store.ts";

interface Waiting extends Delivery {
  dueAt: number;
  givenUp: boolean;
  /** Null until it is delivered. */
  deliveredAt: number | null;
}

export function createMemoryDeliveries({
  now,
  ownerOf,
  isRunning,
}: RunLookup): ForgetfulStore<DeliveryStore> {
  const deliveries = new Map<string, Waiting>();

  async function dropDelivered(): Promise<void> {
    const oldest = now() - REMEMBERED_MS;
    for (const { id, debate, deliveredAt } of deliveries.values()) {
      const isOld = deliveredAt !== null && deliveredAt < oldest;
      if (isOld && !(await isRunning(debate))) deliveries.delete(id);
    }
  }

  return {
    store: {
      async addDeliveries(added) {
        const at = now();
        const fresh = { createdAt: at, attempts: 0, dueAt: at, givenUp: false, deliveredAt: null };
        for (const delivery of added) {
          if (!deliveries.has(delivery.id)) deliveries.set(delivery.id, { ...delivery, ...fresh });
        }
      },
      async takeDeliveries(maxCount, leaseMs, except = []) {
        const due = [...deliveries.values()]
          .filter(({ hook }) => !except.includes(hook))
          .filter(
            ({ dueAt, givenUp, deliveredAt }) => !givenUp && deliveredAt === null && dueAt <= now(),
          )
          .sort((a, b) => a.dueAt - b.dueAt)
          .slice(0, maxCount);
        for (const delivery of due) delivery.dueAt = now() + leaseMs;
        return due.map(
          ({ dueAt: _due, givenUp: _givenUp, deliveredAt: _deliveredAt, ...delivery }) => delivery,
        );
      },
      async endDelivery(id, outcome) {
        const delivery = deliveries.get(id);
        if (!delivery) return;
        if (outcome.is === "delivered") {
          delivery.deliveredAt = now();
          return dropDelivered();
        }
        if (outcome.is !== "postponed") delivery.attempts += 1;
        if (outcome.is === "given_up") delivery.givenUp = true;
        else delivery.dueAt = now() + outcome.afterMs;
      },
      async countDeliveries() {
        const all = [...deliveries.values()].filter(({ deliveredAt }) => deliveredAt === null);
        const givenUp = all.filter((delivery) => delivery.givenUp).length;
        return { waiting: all.length - givenUp, givenUp };
      },
    },
    async forgetUser() {
      for (const { id, debate } of [...deliveries.values()]) {
        if (debate !== "" && (await ownerOf(debate)) === undefined) deliveries.delete(id);
      }
    },
  };
}
