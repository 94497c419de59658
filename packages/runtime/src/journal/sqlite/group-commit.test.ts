import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { JournalError } from "@rostrum/core/support";
import { createGroupCommit, type GroupCommit } from "./group-commit.ts";

let db: DatabaseSync;
let statements: string[];
let commits: GroupCommit;

const OPTIONS = { asFault: (error: unknown) => error, patienceMs: 5000 };

beforeEach(() => {
  db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE notes (text TEXT UNIQUE)");
  statements = [];
  const watched = { exec: (sql: string) => (statements.push(sql), db.exec(sql)) };
  commits = createGroupCommit(watched, OPTIONS);
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

test("many writes are committed in several turns of the event loop, in order", async () => {
  const texts = Array.from({ length: 400 }, (_, index) => `note ${index}`);
  const committed = (): number => statements.filter((sql) => sql === "COMMIT").length;
  // Promises are settled between two turns, so commits of one turn would be counted together.
  const seen = await Promise.all(texts.map((text) => commits.write(note(text)).then(committed)));
  expect(notes()).toEqual(texts);
  expect(committed()).toBe(3);
  expect(seen).toEqual(texts.map((_, index) => Math.floor(index / 150) + 1));
});

test("a flush waits for all of them", async () => {
  const texts = Array.from({ length: 400 }, (_, index) => `note ${index}`);
  const written = Promise.all(texts.map((text) => commits.write(note(text))));
  await commits.flush();
  expect(notes()).toEqual(texts);
  await written;
});

test("nobody hears of a write before it is committed", async () => {
  const order: string[] = [];
  const watched = {
    exec(sql: string) {
      order.push(sql);
      db.exec(sql);
    },
  };
  const watching = createGroupCommit(watched, OPTIONS);
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

test("a lasting error refuses every write, however many wait", async () => {
  const full = (): never => {
    throw new Error("database or disk is full");
  };
  const settled = await Promise.allSettled(Array.from({ length: 400 }, () => commits.write(full)));
  expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(400);
});

test("after a failed batch, writes keep their order", async () => {
  const texts = Array.from({ length: 400 }, (_, index) => `note ${index === 20 ? 10 : index}`);
  await Promise.allSettled(texts.map((text) => commits.write(note(text))));
  expect(notes()).toEqual(texts.filter((text, index) => texts.indexOf(text) === index));
});

test("a refusal of our own leaves the shared transaction alone", async () => {
  const refuse = (): never => {
    throw new JournalError("journal_lost", "not yours");
  };
  const settled = await Promise.allSettled([commits.write(note("a")), commits.write(refuse)]);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(statements).toEqual(["BEGIN IMMEDIATE", "COMMIT"]);
});

test("a file that can't be written is tried once, not once a write", async () => {
  const broken = {
    exec(sql: string) {
      statements.push(sql);
      throw new Error("broken");
    },
  };
  const refused = createGroupCommit(broken, OPTIONS);
  const settled = await Promise.allSettled(
    ["a", "b", "c"].map((text) => refused.write(note(text))),
  );
  expect(settled.every(({ status }) => status === "rejected")).toBe(true);
  expect(statements).toEqual(["BEGIN IMMEDIATE"]);
});

/** A database that another process has locked for the first tries. */
function lockedFor(
  tries: number,
  onTry: (left: number) => void = () => undefined,
): { exec(sql: string): void } {
  let left = tries;
  return {
    exec(sql) {
      statements.push(sql);
      if (sql === "BEGIN IMMEDIATE" && left > 0) {
        left -= 1;
        onTry(left);
        throw Object.assign(new Error("database is locked"), { errcode: 5 });
      }
      db.exec(sql);
    },
  };
}

test("writes wait for a lock without stopping anything else, and keep their order", async () => {
  const locked = createGroupCommit(lockedFor(8), OPTIONS);
  let turns = 0;
  let waiting = true;
  const turn = (): void => {
    turns += 1;
    if (waiting) setImmediate(turn);
  };
  setImmediate(turn);
  const written = [locked.write(note("a"))];
  setImmediate(() => written.push(locked.write(note("b"))));
  await locked.flush();
  await Promise.all(written);
  waiting = false;
  expect(notes()).toEqual(["a", "b"]);
  expect(statements.filter((sql) => sql === "COMMIT")).toHaveLength(1);
  // At least one turn of the event loop for each time the file was found locked.
  expect(turns).toBeGreaterThanOrEqual(8);
});

test("who has waited for as long as it may is refused; who came later still waits", async () => {
  const late: Promise<string>[] = [];
  const lock = lockedFor(4, (left) => {
    if (left === 1) late.push(locked.write(note("b")));
  });
  // Three pauses: 1, 2 and 4 ms.
  const locked = createGroupCommit(lock, { ...OPTIONS, patienceMs: 7 });
  const early = locked.write(note("a")).catch((error: Error) => error.message);
  expect(await early).toBe("database is locked");
  expect(await Promise.all(late)).toEqual(["b"]);
  expect(notes()).toEqual(["b"]);
});

test("flush commits at once, and nothing is left for later", async () => {
  const written = commits.write(note("a"));
  const flushed = commits.flush();
  expect(notes()).toEqual(["a"]);
  await flushed;
  await written;
  expect(statements).toEqual(["BEGIN IMMEDIATE", "COMMIT"]);
});
