import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { JournalError } from "../../errors.ts";
import { groupCommit, type GroupCommit } from "./group-commit.ts";

let db: DatabaseSync;
let statements: string[];
let commits: GroupCommit;

beforeEach(() => {
  db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE notes (text TEXT UNIQUE)");
  statements = [];
  const watched = { exec: (sql: string) => (statements.push(sql), db.exec(sql)) };
  commits = groupCommit(watched as unknown as DatabaseSync, (error) => error);
});

afterEach(() => db.close());

const note = (text: string) => () => {
  db.prepare("INSERT INTO notes VALUES (?)").run(text);
  return text;
};

function notes(): unknown[] {
  return db
    .prepare("SELECT text FROM notes ORDER BY rowid")
    .all()
    .map((row) => row["text"]);
}

test("the writes of a tick share one transaction, and each gets its own value", async () => {
  const written = ["a", "b", "c"].map((text) => commits.write(note(text)));
  expect(statements).toEqual([]);
  expect(await Promise.all(written)).toEqual(["a", "b", "c"]);
  expect(statements).toEqual(["BEGIN IMMEDIATE", "COMMIT"]);
});

test("nobody hears of a write before it is committed", async () => {
  const order: string[] = [];
  const watched = {
    exec(sql: string) {
      order.push(sql);
      db.exec(sql);
    },
  };
  const watching = groupCommit(watched as unknown as DatabaseSync, (error) => error);
  await watching.write(note("a")).then(() => order.push("resolved"));
  expect(order).toEqual(["BEGIN IMMEDIATE", "COMMIT", "resolved"]);
});

test("a write that fails takes none of the others with it", async () => {
  await commits.write(note("b"));
  const settled = await Promise.allSettled(
    ["a", "b", "c"].map((text) => commits.write(note(text))),
  );
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(notes()).toEqual(["b", "a", "c"]);
});

test("a refusal of our own leaves the shared transaction alone", async () => {
  const refuse = (): never => {
    throw new JournalError("journal_lost", "not yours");
  };
  const settled = await Promise.allSettled([commits.write(note("a")), commits.write(refuse)]);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(statements).toEqual(["BEGIN IMMEDIATE", "COMMIT"]);
});

test("a locked file is waited for once, not once a write", async () => {
  const locked = {
    exec(sql: string) {
      statements.push(sql);
      throw new Error("locked");
    },
  };
  const refused = groupCommit(locked as unknown as DatabaseSync, (error) => error);
  const settled = await Promise.allSettled(
    ["a", "b", "c"].map((text) => refused.write(note(text))),
  );
  expect(settled.every(({ status }) => status === "rejected")).toBe(true);
  expect(statements).toEqual(["BEGIN IMMEDIATE"]);
});

test("flush commits at once, and nothing is left for later", async () => {
  const written = commits.write(note("a"));
  commits.flush();
  expect(notes()).toEqual(["a"]);
  await written;
  expect(statements).toEqual(["BEGIN IMMEDIATE", "COMMIT"]);
});
