import { NO_SPEND } from "../../packages/core/src/protocol/spend.ts";
import { describe, expect, test } from "vitest";
import { serviceIn, serviceStoreSuite } from "../support/service-store-suite.ts";
import { expiredReservationSuite, walletStoreSuite } from "../support/wallet-store-suite.ts";
import { DATABASE, journalIn, newSchema, statement } from "./support/journals.ts";

describe.skipIf(DATABASE === "")("postgresJournal", () => {
  serviceStoreSuite(() => journalIn());
  walletStoreSuite(() => journalIn());
  expiredReservationSuite(() => journalIn());

  test("the database itself refuses to change or delete a row of the audit log", async () => {
    const schema = newSchema();
    const { service } = journalIn(schema);
    const act = { at: 1, user: "ada", act: "ask", debate: null, outcome: "done" as const };
    const rest = { status: 201, code: null, address: null, requestId: null };
    await service?.addActs([{ ...act, ...rest }]);
    await expect(statement(`UPDATE ${schema}.acts SET act = 'none'`)).rejects.toThrow(
      /append-only/,
    );
    await expect(statement(`DELETE FROM ${schema}.acts`)).rejects.toThrow(/append-only/);
    await expect(statement(`TRUNCATE ${schema}.acts`)).rejects.toThrow(/append-only/);
    expect((await service?.listActs())?.acts).toHaveLength(1);
  });

  test("two servers at once never reserve more than a limit allows", async () => {
    const schema = newSchema();
    const [one, other] = [serviceIn(journalIn(schema)), serviceIn(journalIn(schema))];
    const wallets = [
      { name: "user:ada", limits: { calls: 10 } },
      { name: "team:core", limits: { usd: 100 } },
    ];
    const amount = { ...NO_SPEND, calls: 1, usd: 0.1 };
    const tried = Array.from({ length: 40 }, (_, n) => {
      const ordered = n % 3 ? wallets : wallets.toReversed();
      return (n % 2 ? one : other).reserve({ run: `r${n}`, token: "a" }, amount, ordered, true);
    });
    const fitting = (await Promise.all(tried)).filter(({ shortage }) => shortage === null);
    expect(fitting).toHaveLength(10);
  });
});
