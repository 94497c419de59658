import type { RunQuery } from "rostrum";
import { describe, expect, test } from "vitest";
import { openConnections } from "../../packages/server/src/postgres/driver.ts";
import { checkPostgresOptions } from "../../packages/server/src/postgres/options.ts";
import { makeDialect } from "../../packages/server/src/postgres/statements.ts";
import { checkQuery } from "../../packages/runtime/src/journal/query.ts";
import { listRuns } from "../../packages/runtime/src/journal/sql/list-runs.ts";
import type { Query } from "../../packages/runtime/src/journal/sql/script.ts";
import { searchSuite } from "../support/search-suite.ts";
import { DATABASE, journalIn, newSchema, statement } from "./support/journals.ts";

describe.skipIf(DATABASE === "")("a search on Postgres", () => {
  searchSuite(() => journalIn(), 12);

  test("lists use the indexes that are made for them", async () => {
    const schema = newSchema();
    const journal = journalIn(schema);
    await journal.list();
    await statement(`INSERT INTO ${schema}.runs
      (id, inputs, status, redacted, created_at, updated_at, question, words, panel_name, user_id, team_id, waiting, escalated)
      SELECT 'run-' || i, '{}', CASE WHEN i % 500 = 1 THEN 'running' WHEN i % 500 = 2 THEN 'failed' ELSE 'completed' END,
        false, i, i, 'Island ' || i, 'island ' || i, 'panel-' || i % 300, 'user-' || i % 300, 'team-' || i % 300,
        i % 500 = 1, i % 500 = 3
      FROM generate_series(1, 20000) i`);
    await statement(`ANALYZE ${schema}.runs`);
    const { readers, end } = await openConnections(
      checkPostgresOptions(DATABASE, { connections: 1 }),
    );
    const asked = async (query: RunQuery): Promise<string> => {
      const page = listRuns(makeDialect(schema), checkQuery(query), false).next();
      const [text, values] = page.value as Query;
      const rows = await readers.unsafe(`EXPLAIN ${text}`, values, { prepare: false });
      return (rows as { "QUERY PLAN": string }[]).map((row) => row["QUERY PLAN"]).join(" ");
    };
    const expected: [RunQuery, string][] = [
      [{ only: "to_review", oldestFirst: true }, "runs_to_review"],
      [{ status: "waiting" }, "runs_to_review"],
      [{ only: "doubtful" }, "runs_doubtful"],
      [{ status: "failed" }, "runs_failed"],
      [{ panelName: "panel-7" }, "runs_by_panel"],
      [{ user: "user-7" }, "runs_by_user"],
      [{ visibleTo: { user: "user-7", team: "team-8" } }, "runs_by_team"],
      [{ from: 9000, to: 9100 }, "runs_by_time"],
    ];
    for (const [query, index] of expected) {
      const plan = await asked(query);
      expect(plan, JSON.stringify(query)).toContain(index);
      expect(plan, JSON.stringify(query)).not.toContain("Seq Scan on runs");
    }
    await end();
  });
});
