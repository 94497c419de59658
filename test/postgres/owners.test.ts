import { describe, expect, onTestFinished, test } from "vitest";
import { openConnections } from "../../packages/server/src/postgres/driver.ts";
import { checkPostgresOptions } from "../../packages/server/src/postgres/options.ts";
import { VERSION } from "../../packages/runtime/src/journal/sql/migrations.ts";
import { rejection } from "../support/outcomes.ts";
import { DATABASE, journalIn, newSchema, statement } from "./support/journals.ts";

const OUTCOME = { reply: { text: "hello" }, attempts: 1, usage: {}, costUsd: null };

describe.skipIf(DATABASE === "")("one owner per run, over all processes", () => {
  test("a second process waits, and is told who holds the run if it doesn't want to", async () => {
    const schema = newSchema();
    const first = await journalIn(schema).open("run", {});
    const other = journalIn(schema);
    const busy = await rejection(other.open("run", {}, { patienceMs: 0 }));
    expect(busy).toMatchObject({ code: "journal_busy" });
    expect(busy.message).toContain(`process ${process.pid} on `);
    const second = other.open("run", {});
    await first.stepStarted("a", "h");
    await first.stepFinished("a", OUTCOME);
    await first.close("completed");
    const run = await second;
    expect(run.stored).toMatchObject({ status: "completed" });
    expect(run.stored.steps.get("a")).toEqual({ hash: "h", outcome: OUTCOME });
    await run.close("completed");
  });

  test("a process that froze in the middle of a write doesn't keep its runs from others", async () => {
    const schema = newSchema();
    await journalIn(schema, { leaseMs: 60_000 }).open("run", {});
    await statement(`UPDATE ${schema}.owners SET until = clock_timestamp() - interval '1 second'`);
    const frozen = await openConnections(checkPostgresOptions(DATABASE, { schema, leaseMs: 1000 }));
    onTestFinished(() => frozen.end());
    const locked = Promise.withResolvers<void>();
    const writing = frozen.writer.begin(async (tx) => {
      await tx.unsafe(`SELECT run FROM ${schema}.leases FOR UPDATE`);
      locked.resolve();
      await new Promise(() => undefined);
    });
    writing.catch(() => undefined);
    await locked.promise;
    const run = await journalIn(schema, { leaseMs: 1000 }).open("run", {});
    expect(run.stored.id).toBe("run");
    await run.close("completed");
  });

  test("an owner that is silent for its lease loses its run, and can't write any more", async () => {
    const schema = newSchema();
    // Its heart beats too late.
    const silent = journalIn(schema, { leaseMs: 60_000 });
    const first = await silent.open("run", {});
    await first.stepStarted("a", "h");
    await statement(`UPDATE ${schema}.owners SET until = clock_timestamp() - interval '1 second'`);
    const other = journalIn(schema, { leaseMs: 1000 });
    expect(await other.listUnowned()).toEqual(["run"]);
    const second = await other.open("run", {}, { patienceMs: 0 });
    expect([...second.stored.steps.keys()]).toEqual(["a"]);
    for (const write of [
      () => first.stepFinished("a", OUTCOME),
      () => first.appendEvents([]),
      () => first.close("completed"),
    ]) {
      const outcome = await Promise.resolve(write()).then(
        () => "nothing to write",
        (error: { code: string }) => error.code,
      );
      expect(["journal_lost", "nothing to write"]).toContain(outcome);
    }
    expect((await other.read("run"))?.steps.get("a")).toEqual({ hash: "h" });
    expect((await other.read("run"))?.status).toBe("running");
    await second.close("running");
  });

  test("an owner keeps its run for as long as its heart beats", async () => {
    const schema = newSchema();
    const run = await journalIn(schema, { leaseMs: 300 }).open("run", {});
    const until = async (): Promise<unknown> =>
      (await statement(`SELECT until::text FROM ${schema}.owners`))[0]?.["until"];
    const first = await until();
    await expect.poll(until, { interval: 20 }).not.toBe(first);
    expect(await journalIn(schema).listUnowned()).toEqual([]);
    await run.close("running");
  });

  test("closing a journal gives its runs free at once", async () => {
    const schema = newSchema();
    const journal = journalIn(schema);
    const run = await journal.open("run", {});
    await journal.close();
    expect((await rejection(Promise.resolve(run.stepStarted("a", "h")))).code).toBe(
      "journal_closed",
    );
    const next = await journalIn(schema).open("run", {}, { patienceMs: 0 });
    await next.close("running");
  });

  test("many processes that want one run get it one after the other", async () => {
    const schema = newSchema();
    const journals = Array.from({ length: 6 }, () => journalIn(schema, { connections: 1 }));
    let holders = 0;
    await Promise.all(
      journals.map(async (journal, index) => {
        const run = await journal.open("run", {});
        holders += 1;
        expect(holders).toBe(1);
        await run.stepStarted(`step-${index}`, "h");
        holders -= 1;
        await run.close("running");
      }),
    );
    expect((await journals[0]?.read("run"))?.steps.size).toBe(6);
  });
});

describe.skipIf(DATABASE === "")("the schema", () => {
  test("many processes that start at once create it once", async () => {
    const schema = newSchema();
    const journals = Array.from({ length: 8 }, () => journalIn(schema, { connections: 1 }));
    expect(await Promise.all(journals.map((journal) => journal.list()))).toEqual(
      journals.map(() => ({ runs: [], next: null })),
    );
    expect(await statement(`SELECT version FROM ${schema}.journal_version`)).toEqual([
      { version: VERSION },
    ]);
  });

  test("one of another version, and another program's, are left as they are", async () => {
    const other = newSchema();
    await journalIn(other).list();
    for (const version of [0, VERSION + 1]) {
      await statement(`UPDATE ${other}.journal_version SET version = ${version}`);
      const error = await rejection(journalIn(other).list());
      expect(error).toMatchObject({ code: "journal_version" });
      expect(error.message).toContain(`version ${VERSION} or below, got version ${version}`);
      expect(error.message).toContain("made by another version of rostrum");
    }

    const foreign = newSchema();
    await statement(`CREATE SCHEMA ${foreign}`);
    await statement(`CREATE TABLE ${foreign}.invoices (id int)`);
    expect(await rejection(journalIn(foreign).list())).toMatchObject({ code: "journal_foreign" });
    expect(
      await statement(`SELECT tablename FROM pg_tables WHERE schemaname = '${foreign}'`),
    ).toEqual([{ tablename: "invoices" }]);
  });

  test("a row that says something else is named as damaged, without its words", async () => {
    const schema = newSchema();
    const journal = journalIn(schema);
    const run = await journal.open("run", {});
    await run.stepStarted("a", "h");
    await run.stepFinished("a", OUTCOME);
    await run.close("completed");
    await statement(`UPDATE ${schema}.steps SET outcome = 'hello there'`);
    const error = await rejection(journal.read("run"));
    expect(error).toMatchObject({ code: "journal_damaged" });
    expect(error.message).not.toContain("hello there");
    await statement(`ALTER TABLE ${schema}.events RENAME COLUMN body TO other`);
    expect(await rejection(journal.eventsFrom("run", 0))).toMatchObject({
      code: "journal_damaged",
    });
  });
});
