import type { RunStore } from "../../protocol/journal.ts";
import { sqliteJournalIn } from "./journal.ts";
import type { SqliteJournalOptions } from "./options.ts";
import { thisOwner } from "./owner.ts";

/**
 * Keeps runs in one SQLite file, so that they outlive the process: a reply that was paid for is on the
 * disk before the debate goes on. Any number of processes of one machine can share the file. It is
 * opened on first use.
 */
export function sqliteJournal(path: string, options: SqliteJournalOptions = {}): RunStore {
  const world = { here: thisOwner(), now: Date.now, elapsed: () => performance.now() };
  return sqliteJournalIn(world, path, options);
}
