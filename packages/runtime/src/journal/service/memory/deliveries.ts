import type { Delivery, DeliveryStore } from "../delivery-store.ts";
import type { RunLookup } from "../run-lookup.ts";
import type { ForgetfulStore } from "./forgetful-store.ts";

interface Waiting extends Delivery {
  dueAt: number;
  givenUp: boolean;
  delivered: boolean;
}

export function createMemoryDeliveries({ now, ownerOf }: RunLookup): ForgetfulStore<DeliveryStore> {
  const deliveries = new Map<string, Waiting>();
  return {
    store: {
      async addDeliveries(added) {
        const at = now();
        const fresh = { createdAt: at, attempts: 0, dueAt: at, givenUp: false, delivered: false };
        for (const delivery of added) {
          if (!deliveries.has(delivery.id)) deliveries.set(delivery.id, { ...delivery, ...fresh });
        }
      },
      async takeDeliveries(maxCount, leaseMs, except = []) {
        const due = [...deliveries.values()]
          .filter(({ hook }) => !except.includes(hook))
          .filter(({ dueAt, givenUp, delivered }) => !givenUp && !delivered && dueAt <= now())
          .sort((a, b) => a.dueAt - b.dueAt)
          .slice(0, maxCount);
        for (const delivery of due) delivery.dueAt = now() + leaseMs;
        return due.map(
          ({ dueAt: _due, givenUp: _givenUp, delivered: _done, ...delivery }) => delivery,
        );
      },
      async endDelivery(id, outcome) {
        const delivery = deliveries.get(id);
        if (!delivery) return;
        if (outcome.is === "delivered") delivery.delivered = true;
        else {
          delivery.attempts += 1;
          if (outcome.is === "given_up") delivery.givenUp = true;
          else delivery.dueAt = now() + outcome.afterMs;
        }
      },
      async countDeliveries() {
        const all = [...deliveries.values()].filter(({ delivered }) => !delivered);
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
