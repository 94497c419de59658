import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { faultOf } from "./fault.ts";
import { migrate } from "./migrate.ts";

test("a disk that is full when the journal is made is reported as full, not as damaged", () => {
  // Each number of pages is full at another statement.
  for (let pages = 1; pages < 30; pages += 3) {
    const db = new DatabaseSync(":memory:");
    db.exec(`PRAGMA max_page_count = ${pages}`);
    let thrown: unknown;
    try {
      migrate(db, "runs.db");
    } catch (error) {
      thrown = error;
    }
    expect(faultOf(thrown, "runs.db"), `${pages} pages`).toMatchObject({
      code: "journal_full",
      message: expect.stringContaining("the disk is full") as string,
    });
    db.close();
  }
});
