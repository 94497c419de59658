import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { debate, sqliteJournal } from "../../packages/rostrum/src/index.ts";
import { VERSION } from "../../packages/runtime/src/journal/sql/migrations.ts";

const VERSION_1 = readFileSync(
  new URL("../support/journals/sqlite-1.sql", import.meta.url),
  "utf8",
);

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "runs.db");
}

/** A journal that version 1 wrote. */
function oldJournal(): string {
  const path = newPath();
  const db = new DatabaseSync(path);
  db.exec(VERSION_1);
  db.close();
  return path;
}

/** Every table and index with its columns, in the order of their names. */
function shapeOf(path: string): object[] {
  const db = new DatabaseSync(path);
  const all = db.prepare(
    `SELECT s.type, s.name, s.tbl_name, (SELECT group_concat(name || ' ' || type || ' ' || "notnull" || ' '
      || coalesce(dflt_value, ''), ', ') FROM pragma_table_info(s.name)) AS columns
     FROM sqlite_schema s WHERE s.name NOT LIKE 'sqlite_%' ORDER BY s.type, s.name`,
  );
  const rows = all.all();
  db.close();
  return rows;
}

const versionOf = (path: string): unknown => {
  const db = new DatabaseSync(path);
  const { user_version: version } = db.prepare("PRAGMA user_version").get() ?? {};
  db.close();
  return version;
};

test("a journal of version 1 is brought up to date, with everything that is in it", async () => {
  const path = oldJournal();
  const journal = sqliteJournal(path);
  onTestFinished(() => journal.close());
  const { runs } = await journal.list();
  expect(runs).toMatchObject([{ id: "before", user: "ada", answer: "42", calls: 2 }]);
  expect(runs[0]).not.toHaveProperty("project");
  expect((await journal.read("before"))?.steps.size).toBe(2);
  expect((await journal.service?.listActs())?.acts).toMatchObject([{ user: "ada", act: "ask" }]);
  expect(await journal.service?.walletStates(["user:ada"])).toMatchObject([
    { spent: { usd: 0.5 } },
  ]);
  const says = (): string => "Answer: 1";
  const config = { debaters: [says, says], rounds: 0, journal };
  await debate("And now?", config, { id: "after", projectId: "apollo" });
  expect((await journal.list({ project: "apollo" })).runs.map(({ id }) => id)).toEqual(["after"]);
  expect(await journal.service?.assign("before", assignment)).toBe(true);
  expect((await journal.list({ assignee: "grace" })).runs).toMatchObject([{ id: "before" }]);
  await journal.close();
  expect(versionOf(path)).toBe(VERSION);
});

const assignment = { assignee: "grace", due: null, comment: "please", by: "ada" };

test("a migrated journal and a new one have the same tables", async () => {
  const [old, fresh] = [oldJournal(), newPath()];
  for (const path of [old, fresh]) {
    const journal = sqliteJournal(path);
    await journal.list();
    await journal.close();
  }
  expect(shapeOf(old)).toEqual(shapeOf(fresh));
});

test("processes that open an old journal at once migrate it once", async () => {
  const path = oldJournal();
  const journals = Array.from({ length: 4 }, () => sqliteJournal(path));
  const lists = await Promise.all(journals.map((journal) => journal.list()));
  expect(lists.map(({ runs }) => runs.length)).toEqual([1, 1, 1, 1]);
  await Promise.all(journals.map((journal) => journal.close()));
  expect(versionOf(path)).toBe(VERSION);
});

test("a process of the version before goes on writing while another one migrates", async () => {
  const path = oldJournal();
  // It opened the journal before, and knows nothing of later columns.
  const old = new DatabaseSync(path);
  onTestFinished(() => old.close());
  const add = old.prepare(
    `INSERT INTO runs (id, inputs, words, status, redacted, created_at, updated_at)
     VALUES (?, '{}', '', 'running', 0, 1, 1)`,
  );
  add.run("one");
  const journal = sqliteJournal(path);
  onTestFinished(() => journal.close());
  await journal.list();
  add.run("two");
  old.exec("UPDATE runs SET question = 'Q?', calls = 3 WHERE id = 'two'");
  const { runs } = await journal.list();
  expect(runs.map(({ id, calls }) => [id, calls])).toEqual([
    ["two", 3],
    ["one", 0],
    ["before", 2],
  ]);
});
