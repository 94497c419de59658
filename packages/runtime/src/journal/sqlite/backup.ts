import type { DatabaseSync } from "node:sqlite";
import { JournalError } from "@rostrum/core/support";
import { keepOwner } from "./keep-owner.ts";
import { damagedError, toSqliteJournalError } from "./fault.ts";
import { fileSystem, OWNER_ONLY } from "./file-system.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { checkJournalFile } from "./schema.ts";

/** Contents of a journal's copy. */
export interface JournalCopy {
  runs: number;
  bytes: number;
}

/**
 * Copies a journal as it is at one moment into a new file, while processes go on writing to it, and checks the copy.
 */
export function backupSqlite(path: string, to: string): JournalCopy {
  const { existsSync } = fileSystem();
  if (!existsSync(path)) throw missingError(path);
  return withFault(path, () => {
    copyInto(path, to);
    return inspect(to);
  });
}

/**
 * Puts a backup in the place of a journal that no process uses. The journal that was there is kept; `kept` says where.
 * Runs of the backup have no owner, so that the next process may resume them.
 */
export function restoreSqlite(
  from: string,
  path: string,
  now: number,
): JournalCopy & { kept: string | null } {
  const { existsSync, renameSync, rmSync } = fileSystem();
  if (!existsSync(from)) throw missingError(from);
  const copied = withFault(from, () => inspect(from));
  const restored = `${path}.restored-${now}`;
  try {
    withFault(from, () => {
      copyInto(from, restored, path);
      use(restored, (db) => db.exec("DELETE FROM leases"));
    });
    const previousPath = existsSync(path) ? `${path}.before-${now}` : null;
    if (previousPath !== null) {
      withFault(path, () => releaseFile(path));
      renameSync(path, previousPath);
    }
    renameSync(restored, path);
    return { ...copied, kept: previousPath };
  } catch (error) {
    rmSync(restored, { force: true });
    throw error;
  }
}

const TARGET_FAULTS: Readonly<Record<string, string>> = {
  EEXIST: "expected the name of a file that does not exist yet. It was left unchanged.",
  ENOENT: "expected a file in a folder that exists: create the folder first.",
  ENOTDIR: "expected a file in a folder that exists, but a part of the path is a file.",
};

/** SQLite writes a transaction's view of a file into another one. An empty file gets its mode before its content. */
function copyInto(
  path: string,
  to: string,
  /** File that the copy will replace. */
  replaced: string | null = null,
): void {
  const { closeSync, openSync, rmSync } = fileSystem();
  try {
    const file = openSync(to, "wx", OWNER_ONLY);
    try {
      if (replaced !== null) keepOwner(file, replaced);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message = code === undefined ? undefined : TARGET_FAULTS[code];
    // The journal itself is not to blame for a place that can't be written to.
    if (message === undefined) throw toSqliteJournalError(error, to);
    throw new JournalError("journal_unavailable", message, { path: to, cause: error });
  }
  try {
    use(path, (db) => {
      checkJournalFile(db, path);
      db.prepare("VACUUM INTO ?").run(to);
    });
    syncFile(to);
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  }
}

/** SQLite doesn't wait for the disk here. */
function syncFile(path: string): void {
  const { closeSync, fsyncSync, openSync } = fileSystem();
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Checks every page of a journal, and counts what is in it. */
function inspect(path: string): JournalCopy {
  return use(path, (db) => {
    checkJournalFile(db, path);
    const integrityReport = String(db.prepare("PRAGMA integrity_check").get()?.["integrity_check"]);
    if (integrityReport !== "ok") throw damagedError(path, integrityReport);
    const runs = Number(db.prepare("SELECT count(*) AS runs FROM runs").get()?.["runs"]);
    return { runs, bytes: fileSystem().statSync(path).size };
  });
}

/** Fails while another connection has the file open: only the last one can end its write-ahead log. */
function releaseFile(path: string): void {
  const mode = use(path, (db) => {
    try {
      return db.prepare("PRAGMA journal_mode = DELETE").get()?.["journal_mode"];
    } catch {
      return "locked";
    }
  });
  if (mode === "delete") return;
  throw new JournalError(
    "journal_locked",
    "expected a journal that no process uses, but one has it open. Stop the servers and commands that use it, and try again.",
    { path },
  );
}

function use<T>(path: string, work: (db: DatabaseSync) => T): T {
  const { DatabaseSync: Database } = loadSqlite();
  const db = new Database(path);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function withFault<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toSqliteJournalError(error, path);
  }
}

function missingError(path: string): JournalError {
  return new JournalError("journal_unavailable", "expected a journal, but there is no such file.", {
    path,
  });
}
