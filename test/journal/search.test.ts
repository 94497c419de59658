import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteJournal, type RunQuery } from "rostrum";
import { expect, onTestFinished, test } from "vitest";
import { searchSuite } from "../support/search-suite.ts";
import { checkQuery } from "../../packages/runtime/src/journal/query.ts";
import { createJobs } from "../../packages/runtime/src/journal/sqlite/thread/jobs.ts";

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-search-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "runs.db");
}

searchSuite(() => {
  const journal = sqliteJournal(place());
  onTestFinished(() => journal.close());
  return journal;
}, 30);

test("lists use the indexes that are made for them", async () => {
  const path = place();
  const journal = sqliteJournal(path);
  await journal.list();
  await journal.close();
  const db = new DatabaseSync(path);
  const add = db.prepare(
    `INSERT INTO runs (id, inputs, status, redacted, created_at, updated_at) VALUES (?, '{}', 'completed', 0, ?, 1)`,
  );
  db.exec("BEGIN");
  for (let at = 0; at < 3000; at++) add.run(`run-${at}`, at);
  db.exec("COMMIT");
  const plans: string[] = [];
  const jobs = createJobs({
    exec: (sql: string) => db.exec(sql),
    prepare(sql: string) {
      return {
        all: (...values: never[]) => {
          const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as {
            detail: string;
          }[];
          plans.push(...rows.map(({ detail }) => detail));
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
    [{ search: "abcd", user: "ada" }, "runs_by_user"],
  ];
  for (const [query, index] of expected) {
    plans.splice(0);
    jobs.listRuns(checkQuery(query), false);
    expect(plans.join(", "), JSON.stringify(query)).toContain(index);
    expect(plans.join(", "), JSON.stringify(query)).not.toMatch(/SCAN r$|SCAN r,/);
  }
  db.close();
});
