import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DatabaseSync } from "node:sqlite";
import { JournalError } from "../../errors.ts";
import { faultOf, isBusy } from "./fault.ts";
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

/** SQLite gives the files beside the journal the journal's own mode. */
function createPrivately(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_OWNER_ONLY });
  closeSync(openSync(path, "a", OWNER_ONLY));
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
