import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { sqliteJournal, type RunQuery, type RunStore } from "rostrum";
import { expect, onTestFinished, test } from "vitest";
import { searchSuite } from "./support/search-suite.ts";
import { wantedOf } from "../packages/rostrum/src/journal/query.ts";
import { searchIn } from "../packages/rostrum/src/journal/sqlite/search.ts";
import { wordIndexIn } from "../packages/rostrum/src/journal/sqlite/word-index.ts";

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-search-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "runs.db");
}

async function found(journal: RunStore, search: string): Promise<string[]> {
  return (await journal.list({ search, limit: 1000 })).runs.map(({ id }) => id);
}

/** Writes runs without the library, as lists and searches read them. Only the first ones are indexed. */
async function filled(texts: readonly string[], indexed: number = texts.length): Promise<RunStore> {
  const path = place();
  const journal = sqliteJournal(path);
  onTestFinished(() => journal.close());
  await journal.list();
  const db = new DatabaseSync(path);
  const add = db.prepare(
    `INSERT INTO runs (id, inputs, status, redacted, created_at, updated_at, question, answer)
     VALUES (?, '{}', 'completed', 0, 1, 1, ?, ?)`,
  );
  texts.forEach((text, at) => {
    if (at === indexed) wordIndexIn(db).addSome();
    add.run(`run-${at}`, text, at % 2 === 0 ? text : null);
  });
  if (indexed >= texts.length) wordIndexIn(db).addSome();
  db.close();
  return journal;
}

const sign = fc.constantFrom(
  ..."abAB çÇöÖßẞσΣςıİiI\u0307\"'*%_-\u0000日本🙂🙃жЖKK ",
  "AND",
  "OR",
  "NEAR(",
);
const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(""));

test("a search finds the same whether or not a run is in the index", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 12 }), text, async (texts, free) => {
      const journal = await filled(texts, Math.ceil(texts.length / 2));
      const part = texts[0]?.slice(1, 4) ?? "";
      for (const search of [free, part, part.toUpperCase(), free.slice(0, 1), free.slice(0, 2)]) {
        // Half of a pair is stored as another sign.
        if (!search.isWellFormed()) continue;
        const wanted = search.toLowerCase();
        const expected = texts.flatMap((each, at) =>
          [`run-${at}`, each].some((words) => words.toLowerCase().includes(wanted))
            ? [`run-${at}`]
            : [],
        );
        expect(await found(journal, search)).toEqual(expected.reverse());
      }
      await journal.close();
    }),
    { numRuns: 60 },
  );
});

test("a text too long for the index is found too, and in its place among the others", async () => {
  const long = `${"x".repeat(30_000)} needle`;
  for (const indexed of [0, 2, 4]) {
    const journal = await filled(["one needle", long, "needle three", "nothing"], indexed);
    expect(await found(journal, "needle")).toEqual(["run-2", "run-1", "run-0"]);
    expect(await found(journal, "xxxx")).toEqual(["run-1"]);
  }
});

searchSuite(() => {
  const journal = sqliteJournal(place());
  onTestFinished(() => journal.close());
  return journal;
}, 30);

test("runs are indexed many at once when they are over, and a search follows what they become then", async () => {
  const path = place();
  const journal = sqliteJournal(path);
  onTestFinished(() => journal.close());
  const started = (id: string, question: string): never =>
    ({ debateId: id, at: 1, type: "debate.started", seq: 0, question, panel: [] }) as never;
  const indexed = (): number => {
    const db = new DatabaseSync(path);
    const row = db.prepare("SELECT count(*) AS n FROM runs WHERE indexed = 1").get();
    db.close();
    return Number(row?.["n"]);
  };
  for (let at = 0; at < 70; at++) {
    const run = await journal.open(`run-${at}`, {});
    await run.appendEvents([started(`run-${at}`, `Where is island ${at}?`)]);
    await run.close("completed");
  }
  // A read comes after all that was written.
  expect(await found(journal, "island 3?")).toEqual(["run-3"]);
  expect(indexed()).toBeGreaterThanOrEqual(64);
  expect(await found(journal, "island")).toHaveLength(70);
  expect(await found(journal, "is")).toHaveLength(70);

  const again = await journal.open("run-3", {});
  await again.appendEvents([started("run-3", "Where is Pemba?")]);
  expect(await found(journal, "island 3?")).toEqual([]);
  expect(await found(journal, "pemba")).toEqual(["run-3"]);
  await again.close("completed");
  expect(await found(journal, "pemba")).toEqual(["run-3"]);
  for (const id of ["run-3", "run-4"]) await journal.remove(id);
  expect(await found(journal, "pemba")).toEqual([]);
  expect(await found(journal, "island 4?")).toEqual([]);
});

test("lists use the indexes that are made for them", async () => {
  const path = place();
  const journal = sqliteJournal(path);
  await journal.list();
  await journal.close();
  const db = new DatabaseSync(path);
  db.function("mentions", { varargs: true }, () => 1);
  const add = db.prepare(
    `INSERT INTO runs (id, inputs, status, redacted, created_at, updated_at) VALUES (?, '{}', 'completed', 0, ?, 1)`,
  );
  db.exec("BEGIN");
  for (let at = 0; at < 3000; at++) add.run(`run-${at}`, at);
  db.exec("COMMIT");
  const plans: string[] = [];
  const search = searchIn({
    prepare(sql: string) {
      const plan = (values: never): void => {
        const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values) as { detail: string }[];
        plans.push(...rows.map(({ detail }) => detail));
      };
      return {
        all: (...values: never[]) => {
          if (sql.includes("SELECT r.*")) plan(values[0] as never);
          return db.prepare(sql).all(...values);
        },
      };
    },
  } as unknown as DatabaseSync);
  const expected: [RunQuery, string][] = [
    [{ only: "to_review", oldestFirst: true }, "runs_to_review"],
    [{ status: "waiting" }, "runs_to_review"],
    [{ only: "doubtful" }, "runs_doubtful"],
    [{ status: "failed" }, "runs_failed"],
    [{ panelName: "main" }, "runs_by_panel"],
    [{ user: "ada" }, "runs_by_user"],
    [{ visibleTo: { user: "ada", team: "core" } }, "runs_by_team"],
    [{ from: 100, to: 200 }, "runs_by_time"],
    [{ search: "abcd", user: "ada" }, "runs_unindexed"],
  ];
  for (const [query, index] of expected) {
    plans.splice(0);
    search.rows(wantedOf(query), 51);
    expect(plans.join(", "), JSON.stringify(query)).toContain(index);
    expect(plans.join(", "), JSON.stringify(query)).not.toMatch(/SCAN r$|SCAN r,/);
  }
  db.close();
});
