import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { toSqliteJournalError } from "./fault.ts";
import { createSqliteTables } from "./schema.ts";

test("a disk that is full when the journal is made is reported as full, and half of the tables is not left", () => {
  // Each number of pages is full at another statement.
  for (let pages = 1; pages < 30; pages += 3) {
    const db = new DatabaseSync(":memory:");
    db.exec(`PRAGMA max_page_count = ${pages}`);
    let thrown: unknown;
    try {
      createSqliteTables(db, "runs.db");
    } catch (error) {
      thrown = error;
    }
    expect(toSqliteJournalError(thrown, "runs.db"), `${pages} pages`).toMatchObject({
      code: "journal_full",
      message: expect.stringContaining("the disk is full") as string,
    });
    expect(db.prepare("SELECT name FROM sqlite_schema").all(), `${pages} pages`).toEqual([]);
    db.close();
  }
});
