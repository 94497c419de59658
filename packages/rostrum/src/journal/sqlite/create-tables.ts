import type { DatabaseSync } from "node:sqlite";
import { JournalError } from "../../errors.ts";
import { VERSION } from "../sql/tables.ts";
import { APPLICATION_ID, SCHEMA } from "./schema.ts";

/**
 * Creates the tables of an empty file, all of them or none. A file that is not a journal, or whose tables
 * have another version, is refused before anything is written.
 */
export function createSqliteTables(db: DatabaseSync, path: string): void {
  if (hasTables(db, path)) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have done it while we waited for the lock.
    if (!hasTables(db, path)) db.exec(SCHEMA);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}`);
    db.exec("COMMIT");
  } catch (error) {
    // A full disk, for one, has ended the transaction already. What went wrong first is what to report.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

function hasTables(db: DatabaseSync, path: string): boolean {
  const version = pragma(db, "user_version");
  const tables = db.prepare("SELECT count(*) AS value FROM sqlite_schema").get()?.["value"];
  if (version === 0 && tables === 0) return false;
  if (pragma(db, "application_id") !== APPLICATION_ID) {
    throw new JournalError(
      "journal_foreign",
      "expected a rostrum journal, but the file is another program's SQLite database. " +
        "It was left unchanged: use another path.",
      { path },
    );
  }
  // When VERSION becomes 2, a journal of version 1 is migrated here.
  if (version !== VERSION) {
    throw new JournalError(
      "journal_version",
      `expected a journal of version ${VERSION}, got version ${version}, made by another version of rostrum. ` +
        "It was left unchanged: open it with that version, or use another path here.",
      { path },
    );
  }
  return true;
}

function pragma(db: DatabaseSync, name: string): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}
