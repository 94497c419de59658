import { describe, expect, test } from "vitest";
import { searchSuite } from "../support/search-suite.ts";
import { DATABASE, journalIn, newSchema, statement } from "./support/journals.ts";

describe.skipIf(DATABASE === "")("a search on Postgres", { timeout: 60_000 }, () => {
  searchSuite(() => journalIn(), 12);

  test("runs of an earlier version are found at once, and are indexed in the background", async () => {
    const schema = newSchema();
    const before = journalIn(schema);
    await before.list();
    await statement(`INSERT INTO ${schema}.runs
      (id, inputs, status, redacted, created_at, updated_at, question, words)
      SELECT 'run-' || i, '{}', 'completed', false, i, i, 'Island ' || i, 'run-' || i || E'\\x01' || 'island ' || i
      FROM generate_series(1, 500) i`);
    await before.close();
    const journal = journalIn(schema);
    const ids = async (search: string): Promise<string[]> =>
      (await journal.list({ search, limit: 1000 })).runs.map(({ id }) => id);
    expect(await ids("island 499")).toEqual(["run-499"]);
    const waiting = `SELECT count(*)::int AS n FROM ${schema}.runs WHERE NOT indexed`;
    await expect.poll(() => statement(waiting), { timeout: 30_000 }).toEqual([{ n: 0 }]);
    expect(await ids("island 499")).toEqual(["run-499"]);
    expect(await ids("island")).toHaveLength(500);
  });
});
