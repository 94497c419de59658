import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DatabaseSync } from "node:sqlite";
import { JournalError } from "../../errors.ts";
import { damagedError, faultOf, isBusy } from "./fault.ts";
import { migrate } from "./migrate.ts";

const OWNER_ONLY = 0o600;
const FOLDER_OWNER_ONLY = 0o700;
const RETRY_MS = 20;

/** Opens the file, creating it if it is new, and brings it to our version. */
export async function connect(path: string, busyTimeoutMs: number): Promise<DatabaseSync> {
  const { DatabaseSync: Database } = await loadSqlite();
  let db: DatabaseSync | null = null;
  try {
    createPrivately(path);
    db = new Database(path);
    db.exec(`PRAGMA busy_timeout = ${Math.floor(busyTimeoutMs)}`);
    checkWhole(db, path);
    migrate(db, path);
    await useWal(db, path, busyTimeoutMs);
    // What is removed is overwritten too, not only unlinked.
    db.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON");
    tighten(path);
    return db;
  } catch (error) {
    db?.close();
    throw faultOf(error, path);
  }
}

/** Loaded on first use: the root entry doesn't pull SQLite in. */
async function loadSqlite(): Promise<typeof import("node:sqlite")> {
  try {
    return await import("node:sqlite");
  } catch (cause) {
    throw new JournalError(
      "journal_unavailable",
      `expected Node's own SQLite, got none in ${process.version}: use Node 22.13 or newer, or memoryJournal()`,
      { cause },
    );
  }
}

/**
 * SQLite gives the files beside the journal the journal's own mode. A file that is there already is
 * not opened here: closing it would drop the locks of every other connection in this process.
 */
function createPrivately(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_OWNER_ONLY });
  try {
    closeSync(openSync(path, "wx", OWNER_ONLY));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * SQLite reads a page that is cut off as if it ended in zeros. With a log beside it the file may be
 * behind; and a checkpoint may be under way while we look, so the size is looked at twice.
 */
function checkWhole(db: DatabaseSync, path: string): void {
  const pages = Number(db.prepare("PRAGMA page_count").get()?.["page_count"]);
  const expected = pages * Number(db.prepare("PRAGMA page_size").get()?.["page_size"]);
  if (sizeOf(path) >= expected || sizeOf(`${path}-wal`) > 0 || sizeOf(path) >= expected) return;
  throw damagedError(path, `expected ${expected} bytes, got ${sizeOf(path)}`);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** A file that was made by other means, or copied, may be open to others. */
function tighten(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, OWNER_ONLY);
    } catch {
      // Not there, or somebody else's: then it isn't ours to change.
    }
  }
}

/** The switch needs the file for itself for a moment, and SQLite doesn't wait for that one. */
async function useWal(db: DatabaseSync, path: string, patienceMs: number): Promise<void> {
  for (let waited = 0; ; waited += RETRY_MS) {
    try {
      const mode = db.prepare("PRAGMA journal_mode = WAL").get()?.["journal_mode"];
      if (mode === "wal") return;
      throw new JournalError(
        "journal_unavailable",
        `${path}: expected a file system on which SQLite can keep a write-ahead log, got mode "${String(mode)}". ` +
          "Use a local disk.",
      );
    } catch (error) {
      if (!isBusy(error) || waited >= patienceMs) throw error;
      await delay(RETRY_MS);
    }
  }
}
