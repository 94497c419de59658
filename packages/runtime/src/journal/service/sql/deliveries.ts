import { askSql } from "../../sql/script.ts";
import type { Delivery, DeliveryStore } from "../delivery-store.ts";
import { REMEMBERED_MS } from "../rows.ts";
import type { ServiceDatabase } from "./service-database.ts";

export function createSqlDeliveries({
  statements: sql,
  read,
  write,
}: ServiceDatabase): DeliveryStore {
  return {
    addDeliveries: (deliveries) =>
      write(function* () {
        for (const { id, hook, debate, seq, body } of deliveries) {
          yield [sql.addDelivery, [id, hook, debate, seq, body]];
        }
      }),
    takeDeliveries: (maxCount, leaseMs, except = []) =>
      write(function* () {
        const values = [maxCount, Math.ceil(leaseMs), JSON.stringify(except)];
        return (yield* askSql<Delivery>(sql.takeDeliveries, values)).map((row) => ({ ...row }));
      }, true),
    endDelivery: (id, outcome) =>
      write(function* () {
        if (outcome.is === "delivered") {
          yield [sql.markDelivered, [id]];
          yield [sql.dropDelivered, [REMEMBERED_MS]];
        } else if (outcome.is === "postponed") {
          yield [sql.postponeDelivery, [id, Math.ceil(outcome.afterMs)]];
        } else {
          const givenUp = outcome.is === "given_up";
          const wait = givenUp ? 0 : Math.ceil(outcome.afterMs);
          yield [sql.retryDelivery, [id, wait, givenUp, outcome.error]];
        }
      }),
    countDeliveries: () =>
      read(function* () {
        const [row] = yield* askSql<{ waiting: number; givenUp: number }>(sql.countDeliveries);
        return { waiting: row?.waiting ?? 0, givenUp: row?.givenUp ?? 0 };
      }),
  };
}
