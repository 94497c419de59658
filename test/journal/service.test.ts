import { mkdtempSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryJournal, sqliteJournal, type RunStore, type StoredEvent } from "rostrum";
import { afterEach, describe, expect, test } from "vitest";
import { serviceStoreSuite } from "../support/service-store-suite.ts";
import { expiredReservationSuite, walletStoreSuite } from "../support/wallet-store-suite.ts";

const cleanups: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

let path = "";

function makeSqlite(): RunStore {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-service-"));
  path = join(folder, "runs.db");
  const journal = sqliteJournal(path);
  cleanups.push(() => rmSync(folder, { recursive: true }));
  cleanups.push(() => journal.close());
  return journal;
}

describe("memoryJournal", () => {
  serviceStoreSuite(() => memoryJournal());
  walletStoreSuite(() => memoryJournal());
});
describe("sqliteJournal", () => {
  serviceStoreSuite(makeSqlite);
  walletStoreSuite(makeSqlite);
  expiredReservationSuite(makeSqlite);

  test("the file itself refuses to change or delete an act", async () => {
    const journal = makeSqlite();
    const act = { at: 1, user: "ada", act: "ask", debate: null, outcome: "done" as const };
    const rest = { status: 201, code: null, address: null, requestId: null };
    await journal.service?.addActs([{ ...act, ...rest }]);
    const db = new DatabaseSync(path);
    expect(() => db.exec("UPDATE acts SET act = 'none'")).toThrow(/append-only/);
    expect(() => db.exec("DELETE FROM acts")).toThrow(/append-only/);
    db.close();
    expect((await journal.service?.listActs())?.acts).toHaveLength(1);
  });

  test("the file gets smaller when runs expire", async () => {
    const journal = makeSqlite();
    for (let n = 0; n < 20; n++) {
      const run = await journal.open(`r${n}`, {});
      const event = { type: "debate.started", debateId: `r${n}`, at: 1, seq: 0, panel: [] };
      const question = "words ".repeat(10_000);
      await run.appendEvents([{ ...event, question } as unknown as StoredEvent]);
      await run.close("completed");
    }
    await journal.close();
    const before = statSync(path).size;
    const again = sqliteJournal(path);
    expect(await again.service?.expire(Date.now() + 60_000)).toBe(20);
    await again.close();
    expect(statSync(path).size).toBeLessThan(before / 5);
  });
});
