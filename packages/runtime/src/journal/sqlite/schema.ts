import type { DatabaseSync } from "node:sqlite";
import { translate } from "../sql/statements.ts";
import { describeOtherVersion, listMigrations, VERSION } from "../sql/migrations.ts";
import { TABLES, type TableDialect } from "../sql/tables.ts";
import { SQLITE } from "./statements.ts";
import { JournalError } from "@rostrum/core/support";

/** The application id in the file's header: "ROST". */
const APPLICATION_ID = 0x524f5354;

const COLUMNS: TableDialect = {
  ...SQLITE,
  rising: "INTEGER PRIMARY KEY AUTOINCREMENT",
  row: "INTEGER",
  text: "TEXT",
  key: "TEXT",
  whole: "INTEGER",
  moment: "INTEGER",
  real: "REAL",
  flag: "INTEGER",
  strict: "STRICT",
  covering: ",",
  sums: ", calls, cost_usd, known_usd",
  empty: "",
};

const OWN_TABLES = `
  CREATE TABLE @steps (
    run @row NOT NULL REFERENCES @runs (n) ON DELETE CASCADE,
    step @text NOT NULL,
    hash @text NOT NULL,
    started_at @moment NOT NULL,
    done_at @moment,
    -- What the attempts before the last one used, as JSON.
    earlier @text,
    outcome @text,
    PRIMARY KEY (run, step)
  ) @strict;

  -- The files of a run's context. They are not in its row because every event rewrites that.
  CREATE TABLE @files (
    run @row NOT NULL REFERENCES @runs (n) ON DELETE CASCADE,
    name @text NOT NULL,
    data @text NOT NULL,
    PRIMARY KEY (run, name)
  ) @strict;

  CREATE TABLE @leases (
    run @row PRIMARY KEY REFERENCES @runs (n) ON DELETE CASCADE,
    token @text NOT NULL,
    journal @text NOT NULL,
    place @text NOT NULL,
    pid @whole NOT NULL,
    started @text,
    lease_ms @whole NOT NULL,
    beat @whole NOT NULL
  ) @strict;

  CREATE TRIGGER acts_stay BEFORE UPDATE ON @acts BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
  END;
  CREATE TRIGGER acts_expire BEFORE DELETE ON @acts
  WHEN OLD.at >= (SELECT since FROM @acts_kept) BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
  END;
`;

/**
 * Creates the tables of an empty file, or brings those of an earlier version up to date, all of them or none. A
 * file that is not a journal, or whose tables have a later version, is refused before anything is written.
 */
export function createSqliteTables(db: DatabaseSync, path: string): void {
  if (readVersion(db, path) === VERSION) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have done it while we waited for the lock.
    const version = readVersion(db, path);
    if (version === 0) db.exec(translate(TABLES + OWN_TABLES, COLUMNS));
    db.exec(translate(listMigrations(Math.max(1, version)), COLUMNS));
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}`);
    db.exec("COMMIT");
  } catch (error) {
    // Some errors, such as a full disk, have already ended the transaction. The first error is the one to report.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

/** Refuses a file that is not a journal, or that a later version made. */
export function checkJournalFile(db: DatabaseSync, path: string): void {
  if (readVersion(db, path) > 0) return;
  throw new JournalError("journal_foreign", "expected a rostrum journal, got an empty file.", {
    path,
  });
}

/** 0: the file is empty. */
function readVersion(db: DatabaseSync, path: string): number {
  const version = pragma(db, "user_version");
  const tables = db.prepare("SELECT count(*) AS value FROM sqlite_schema").get()?.["value"];
  if (version === 0 && tables === 0) return 0;
  if (pragma(db, "application_id") !== APPLICATION_ID) {
    throw new JournalError(
      "journal_foreign",
      "expected a rostrum journal, but the file is another program's SQLite database. " +
        "It was left unchanged: use another path.",
      { path },
    );
  }
  if (version < 1 || version > VERSION) {
    const message = `${describeOtherVersion(version)}, or use another path here.`;
    throw new JournalError("journal_version", message, { path });
  }
  return version;
}

function pragma(db: DatabaseSync, name: string): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}
