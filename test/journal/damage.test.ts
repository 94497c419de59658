import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Debate, fold, RostrumError, sqliteJournal } from "../../packages/rostrum/src/index.ts";
import { says } from "../support/panel.ts";

const QUESTION = "What is the answer?";

/** What SQLite and the file system say for themselves; nobody can act on it. */
const RAW =
  /no such (column|table)|SQLITE_|syntax error|malformed|not a database|disk image|JSON at position|Unexpected token|Cannot read prop|is not (a function|iterable)|has no column|constraint failed|ENOENT|readonly/;

let whole: string;
let folder: string;
let path: string;

function panel(file: string): Debate {
  const journal = sqliteJournal(file, { busyTimeoutMs: 0 });
  return new Debate({
    debaters: [says("Answer: 4"), says("Answer: 5"), says("Answer: 4")],
    rounds: 1,
    stop: "never",
    journal,
  });
}

beforeAll(async () => {
  whole = mkdtempSync(join(tmpdir(), "rostrum-whole-"));
  const file = join(whole, "runs.db");
  const debate = panel(file);
  await debate.run(QUESTION, { id: "done" });
  const { journal } = debate.config;
  const run = await journal?.open("begun", { question: "x" });
  await run?.stepStarted("begun__debater_0_round_0", "h");
  await run?.close("running");
  await (journal as ReturnType<typeof sqliteJournal>).close();
  return () => rmSync(whole, { recursive: true });
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rostrum-damage-"));
  path = join(folder, "runs.db");
  copyFileSync(join(whole, "runs.db"), path);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Everything that is done with a journal; what goes wrong is collected. */
async function useIt(file: string): Promise<unknown[]> {
  const errors: unknown[] = [];
  const store = sqliteJournal(file, { busyTimeoutMs: 0 });
  const debate = panel(file);
  const trying = async (work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error: unknown) => errors.push(error));
  };
  await trying(() => store.list());
  await trying(async () => {
    const stored = await store.read("done");
    if (stored) fold(stored.events);
  });
  await trying(() => store.eventsFrom("begun", 0));
  await trying(() => debate.replay("done"));
  await trying(() => debate.run(QUESTION, { id: "done" }));
  await trying(() => debate.fork("done", { fromRound: 1 }, { id: "forked" }));
  await trying(() => debate.run(QUESTION, { id: "new" }));
  await trying(() => store.remove("done"));
  await trying(() => store.prune(1));
  await trying(() => store.close());
  await trying(() => (debate.config.journal as typeof store).close());
  return errors;
}

function expectTold(errors: readonly unknown[]): void {
  for (const error of errors) {
    expect(error).toBeInstanceOf(RostrumError);
    const { message } = error as RostrumError;
    expect(message).not.toMatch(RAW);
    // What to do stands in it: restore, name, use, make, remove, …
    expect(message).toMatch(/restore|name|use|Use|make|resume|Restore|has no run|expected/);
  }
}

/** How many objects and lists are open at the end of a part of a JSON text whose strings contain none. */
function countNested(part: string): number {
  return part.replaceAll(/[^[{]/g, "").length - part.replaceAll(/[^\]}]/g, "").length;
}

describe("a damaged journal says what to do, in our own words", () => {
  it("any bytes overwritten", async () => {
    const bytes = readFileSync(path);
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.boolean(),
        async (at, patch, flip) => {
          const damaged = Buffer.from(bytes);
          for (const [index, byte] of patch.entries()) {
            const place = (at + index) % damaged.length;
            damaged[place] = flip ? (damaged[place] ?? 0) ^ byte : byte;
          }
          for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
          writeFileSync(path, damaged);
          const errors = await useIt(path);
          refused += errors.length;
          expectTold(errors);
        },
      ),
      { numRuns: 30 },
    );
    expect(refused).toBeGreaterThan(0);
  }, 120_000);

  it("any bytes overwritten: a completed run never looks as if it had not ended", async () => {
    const bytes = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.uint8Array({ minLength: 1, maxLength: 64 }),
        async (at, patch) => {
          const damaged = Buffer.from(bytes);
          damaged.set(patch.subarray(0, damaged.length - at), at);
          for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
          writeFileSync(path, damaged);
          const store = sqliteJournal(path, { busyTimeoutMs: 0 });
          const stored = await store.read("done").catch(() => undefined);
          await store.close().catch(() => undefined);
          if (stored?.status === "completed")
            expect(fold(stored.events).result.stopReason).not.toBe("unfinished");
        },
      ),
      { numRuns: 100 },
    );
  }, 120_000);

  it("any key of any event renamed", async () => {
    const inFile = <T>(work: (db: DatabaseSync) => T): T => {
      const db = new DatabaseSync(path);
      const result = work(db);
      db.close();
      return result;
    };
    const events = inFile((db) => db.prepare("SELECT rowid AS n, body FROM events").all());
    let refused = 0;
    /** Keys with the type of their event and their depth: an event of the same type is read in the same way. */
    const renamedKeys = new Set<string>();
    for (const { n = null, body } of events) {
      const text = String(body);
      const { type } = JSON.parse(text) as { type: string };
      for (const { index, 0: key } of text.matchAll(/"(\w+)(?=":)/g)) {
        const depth = countNested(text.slice(0, index));
        const place = `${type} ${depth} ${key}`;
        if (renamedKeys.has(place)) continue;
        renamedKeys.add(place);
        const renamed = `${text.slice(0, index + 1)}_${text.slice(index + 2)}`;
        for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
        copyFileSync(join(whole, "runs.db"), path);
        inFile((db) => db.prepare("UPDATE events SET body = ? WHERE rowid = ?").run(renamed, n));
        const errors = await useIt(path);
        refused += errors.length;
        expectTold(errors);
      }
    }
    expect(refused).toBeGreaterThan(0);
  }, 120_000);

  it("cut off anywhere", async () => {
    const bytes = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length - 1 }), async (length) => {
        for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
        writeFileSync(path, bytes);
        truncateSync(path, length);
        const errors = await useIt(path);
        expect(errors.length).toBeGreaterThan(0);
        expectTold(errors);
      }),
      { numRuns: 30 },
    );
  }, 60_000);

  it.each([
    "DROP TABLE events",
    "DROP TABLE steps",
    "DROP TABLE leases",
    "DROP TABLE runs",
    "ALTER TABLE runs DROP COLUMN panel",
    "ALTER TABLE runs DROP COLUMN inputs",
    "ALTER TABLE steps DROP COLUMN outcome",
    "ALTER TABLE events RENAME COLUMN body TO words",
    "ALTER TABLE leases DROP COLUMN place",
    "UPDATE runs SET inputs = '[1]'",
    "UPDATE runs SET panel = 'x', status = 'lost'",
    "UPDATE steps SET outcome = '{\"reply\": 5}'",
    "UPDATE events SET body = '{}'",
    "UPDATE events SET body = 'null'",
    'UPDATE events SET body = \'{"type": "debate.response", "seq": 3}\'',
    "UPDATE events SET body = replace(body, 'standings', 'standing')",
    "UPDATE events SET body = replace(body, '\"panel\"', '\"panels\"')",
    "DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)",
    "DELETE FROM events WHERE seq = 2",
    "DELETE FROM events WHERE seq > 3",
    "DELETE FROM events",
    "UPDATE events SET body = replace(body, '\"seq\":2', '\"seq\":20') WHERE seq = 2",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = -7",
  ])("%s", async (sql) => {
    const db = new DatabaseSync(path);
    db.exec("PRAGMA foreign_keys = OFF");
    db.exec(sql);
    db.close();
    const errors = await useIt(path);
    expect(errors.length).toBeGreaterThan(0);
    expectTold(errors);
  });

  it("a folder, an empty file, somebody else's file, a file that may not be written", async () => {
    const elsewhere = (name: string): string => join(folder, name);
    mkdirSync(elsewhere("folder"));
    writeFileSync(elsewhere("text"), "Dear diary, today …".repeat(400));
    writeFileSync(elsewhere("empty"), "");
    for (const name of ["folder", "text"]) {
      const errors = await useIt(elsewhere(name));
      expect(errors.length).toBeGreaterThan(0);
      expectTold(errors);
    }
    // Nothing is in it, so it becomes a journal.
    expectTold(await useIt(elsewhere("empty")));
    chmodSync(path, 0o400);
    chmodSync(folder, 0o500);
    expectTold(await useIt(path));
    chmodSync(folder, 0o700);
  });
});

describe("a journal behind a symbolic link", () => {
  it("is used where it is, and what the link leads to keeps its mode", async () => {
    const target = join(folder, "target.db");
    copyFileSync(path, target);
    chmodSync(target, 0o640);
    const link = join(folder, "link.db");
    symlinkSync(target, link);
    const store = sqliteJournal(link);
    expect((await store.list()).runs).toHaveLength(2);
    await store.close();
    expect(statSync(target).mode & 0o777).toBe(0o640);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it("is refused where the link leads to something else, which stays as it is", async () => {
    const target = join(folder, "notes.txt");
    writeFileSync(target, "Dear diary");
    chmodSync(target, 0o644);
    const link = join(folder, "link.db");
    symlinkSync(target, link);
    expectTold(await useIt(link));
    expect(statSync(target).mode & 0o777).toBe(0o644);
    expect(readFileSync(target, "utf8")).toBe("Dear diary");
  });

  it("is refused where the link leads nowhere, and nothing is made", async () => {
    const link = join(folder, "link.db");
    symlinkSync(join(folder, "nothing.db"), link);
    const [first] = await useIt(link);
    expect(first).toMatchObject({ code: "journal_unavailable" });
    expect((first as Error).message).toContain("a symbolic link to a file that does not exist");
    expect(existsSync(join(folder, "nothing.db"))).toBe(false);
  });
});
