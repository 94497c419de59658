import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { toSqliteJournalError } from "./fault.ts";

test("an SQLite without a part that is needed is told from a damaged file", () => {
  using db = new DatabaseSync(":memory:");
  const thrown = ((): unknown => {
    try {
      return db.exec("CREATE VIRTUAL TABLE words USING no_such_part(text)");
    } catch (error) {
      return error;
    }
  })();
  const fault = toSqliteJournalError(thrown, "runs.db");
  expect(fault.code).toBe("journal_unavailable");
  expect(fault.message).toContain("expected an SQLite with no_such_part");
});
