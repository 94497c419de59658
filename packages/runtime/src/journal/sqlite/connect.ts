import type { DatabaseSync } from "node:sqlite";
import { JournalError } from "@rostrum/core/support";
import { nodeModule } from "../../node-builtins.ts";
import { damagedError, toSqliteJournalError } from "./fault.ts";
import { fileSystem, OWNER_ONLY } from "./file-system.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { createSqliteTables } from "./schema.ts";
import { retryWhileLocked } from "./retry-while-locked.ts";

const FOLDER_OWNER_ONLY = 0o700;
/** Deleted content is overwritten, not only unlinked. */
const PRAGMAS = "PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON";

/** Opens the file, and creates it with its tables if it is new. `file` is its resolved path. */
export async function connect(
  path: string,
  patienceMs: number,
): Promise<{ db: DatabaseSync; file: string }> {
  const { DatabaseSync: Database } = loadSqlite();
  let db: DatabaseSync | null = null;
  try {
    createPrivately(path);
    // SQLite keeps its two extra files next to the file that a link leads to.
    const file = fileSystem().realpathSync(path);
    const opened = new Database(file);
    db = opened;
    await retryWhileLocked(() => {
      checkWhole(opened, file);
      createSqliteTables(opened, file);
      useWal(opened, file);
    }, patienceMs);
    db.exec(`PRAGMA synchronous = FULL; ${PRAGMAS}`);
    if (!isLink(path)) restrictAccess(file);
    return { db, file };
  } catch (error) {
    db?.close();
    throw toSqliteJournalError(error, path);
  }
}

/**
 * Throws if the file that was opened is no longer at its path. SQLite would go on writing to a file that nobody finds
 * again.
 */
export function watchPresence(file: string, path: string): () => void {
  const identity = (): string => {
    const stats = fileSystem().statSync(file, { bigint: true, throwIfNoEntry: false });
    return stats ? `${stats.dev}:${stats.ino}` : "";
  };
  const opened = identity();
  return () => {
    const currentIdentity = identity();
    if (currentIdentity === opened) return;
    const became =
      currentIdentity === "" ? "it was deleted or moved" : "another file is in its place";
    throw new JournalError(
      "journal_unavailable",
      `expected the file that this process has open, but ${became}. ` +
        "Put the file back, or stop the process and start it again: what was written since then may be lost.",
      { path },
    );
  };
}

/** Another connection to a file that this process has open, for another thread, which may wait for locks. */
export function openSecondConnection(file: string, timeout: number): DatabaseSync {
  const { DatabaseSync: Database } = loadSqlite();
  const db = new Database(file, { timeout });
  db.exec(`PRAGMA synchronous = NORMAL; ${PRAGMAS}`);
  return db;
}

/**
 * SQLite gives the files next to the journal the journal's own mode. A file that already exists is
 * not opened here: closing it would drop the locks of every other connection in this process.
 */
function createPrivately(path: string): void {
  const { closeSync, existsSync, openSync } = fileSystem();
  const { dirname } = nodeModule("node:path", "sqliteJournal");
  makeFolder(dirname(path), FOLDER_OWNER_ONLY);
  try {
    closeSync(openSync(path, "wx", OWNER_ONLY));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // SQLite would follow the link and make a file that others may read.
    if (isLink(path) && !existsSync(path)) {
      throw new JournalError(
        "journal_unavailable",
        "expected a file, got a symbolic link to a file that does not exist. " +
          "Create the file that it points to, remove the link, or use another path.",
        { path },
      );
    }
  }
}

function isLink(path: string): boolean {
  return fileSystem().lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/**
 * SQLite reads a page that is cut off as if it ended in zeros. With a log next to it, the file may be
 * behind; and a checkpoint may be running meanwhile, so the size is checked twice.
 */
function checkWhole(db: DatabaseSync, path: string): void {
  const pages = Number(db.prepare("PRAGMA page_count").get()?.["page_count"]);
  const expected = pages * Number(db.prepare("PRAGMA page_size").get()?.["page_size"]);
  if (
    measureFile(path) >= expected ||
    measureFile(`${path}-wal`) > 0 ||
    measureFile(path) >= expected
  )
    return;
  throw damagedError(path, `expected ${expected} bytes, got ${measureFile(path)}`);
}

function measureFile(file: string): number {
  return fileSystem().statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * A file that was made by other means, or copied, may be open to others. What a link leads to is left
 * unchanged, because the user who made the link chose the file.
 */
function restrictAccess(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      fileSystem().chmodSync(file, OWNER_ONLY);
    } catch {
      // The file doesn't exist or belongs to somebody else, so it is left alone.
    }
  }
}

/** Switching the mode needs exclusive access for a moment. The log exists once something was read in that mode. */
function useWal(db: DatabaseSync, path: string): void {
  const mode = db.prepare("PRAGMA journal_mode = WAL").get()?.["journal_mode"];
  if (mode === "wal") {
    db.prepare("PRAGMA schema_version").get();
    return;
  }
  throw new JournalError(
    "journal_unavailable",
    `expected a file system on which SQLite can keep a write-ahead log, got mode "${String(mode)}". ` +
      "Use a local disk.",
    { path },
  );
}

/**
 * Makes a folder and those it lies in. Node's own `recursive` never returns where the system says "no such
 * file" although the folder around it exists, as in /proc; this fails.
 */
function makeFolder(path: string, mode: number): void {
  const { existsSync, mkdirSync } = nodeModule("node:fs", "sqliteJournal");
  const { dirname, resolve } = nodeModule("node:path", "sqliteJournal");
  const createFolder = (folder: string): void => {
    if (existsSync(folder)) return;
    createFolder(dirname(folder));
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      // Another process may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  };
  createFolder(resolve(path));
}
