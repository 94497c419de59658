import type { DatabaseSync } from "node:sqlite";
import { JournalError } from "../../errors.ts";
import { APPLICATION_ID, MIGRATIONS } from "./schema.ts";

/**
 * Migrates the file to the current version in one transaction. A file that is not a journal, or that a
 * newer version wrote, is refused before anything is written.
 */
export function migrate(
  db: DatabaseSync,
  path: string,
  migrations: readonly string[] = MIGRATIONS,
): void {
  const latest = migrations.length;
  if (versionOf(db, path, latest) === latest) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have done it while we waited for the lock.
    for (const migration of migrations.slice(versionOf(db, path, latest))) db.exec(migration);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${latest}`);
    db.exec("COMMIT");
  } catch (error) {
    // A full disk, for one, has ended the transaction already. What went wrong first is what to report.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

function versionOf(db: DatabaseSync, path: string, latest: number): number {
  const version = pragma(db, "user_version");
  const tables = db.prepare("SELECT count(*) AS value FROM sqlite_schema").get()?.["value"];
  const empty = version === 0 && tables === 0;
  if (!empty && pragma(db, "application_id") !== APPLICATION_ID) {
    throw new JournalError(
      "journal_foreign",
      "expected a rostrum journal, but the file is another program's SQLite database. " +
        "It was left unchanged: use another path.",
      { path },
    );
  }
  if (version > latest) {
    throw new JournalError(
      "journal_newer",
      `expected a journal of version ${latest} or older, got version ${version}. ` +
        "It was left unchanged: upgrade rostrum, or use another path.",
      { path },
    );
  }
  return version;
}

function pragma(db: DatabaseSync, name: string): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}
