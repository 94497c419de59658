import type { DatabaseSync } from "node:sqlite";
import { nodeModule } from "../../runtime.ts";

/** Puts commits on the disk in Node's thread pool, while this thread does other work. */
export interface LogSync {
  /** Resolves when every commit made before this call is on the disk. */
  toDisk(): Promise<void>;
  /**
   * Before a transaction. After a failed sync, the system may take lost pages for written ones, so a later sync
   * proves nothing about them. They are then copied from the log to the file; throws while this is impossible.
   */
  recover(): void;
  /** When no sync is running anymore. */
  close(): Promise<void>;
}

/**
 * SQLite appends commits to its log and no longer waits for the disk after each (`synchronous = NORMAL`);
 * `toDisk` does that. SQLite still syncs what the file's integrity depends on: a new log's header and its entry in
 * the folder, the log before a checkpoint, and the file after it. The log is not deleted or replaced while a
 * connection is open, and has no locks that closing it here could drop. `null`: the log can't be opened, so
 * SQLite goes on to sync every commit itself.
 */
export function logSyncOf(db: DatabaseSync, file: string): LogSync | null {
  const { closeSync, fdatasync, openSync } = nodeModule("node:fs", "sqliteJournal");
  const open = (): number => openSync(`${file}-wal`, "r+");
  /** Not in use. The system tells each of them about an error once, so two syncs must not share one. */
  const free: number[] = [];
  try {
    free.push(open());
  } catch {
    return null;
  }
  db.exec("PRAGMA synchronous = NORMAL");
  const running = new Set<Promise<void>>();
  let failed: Error | null = null;

  function start(): Promise<void> {
    const log = free.pop() ?? open();
    return new Promise((resolve, reject) => {
      fdatasync(log, (error) => {
        free.push(log);
        failed ??= error;
        if (error) reject(error);
        else resolve();
      });
    });
  }

  return {
    async toDisk() {
      const sync = start();
      running.add(sync);
      await sync.finally(() => running.delete(sync));
    },
    recover() {
      if (failed === null) return;
      if (db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] !== 0) throw failed;
      failed = null;
    },
    async close() {
      await Promise.allSettled(running);
      free.forEach((log) => closeSync(log));
    },
  };
}
