import type { RunStore } from "@rostrum/runtime/journal";
import { openPostgresJournal } from "./journal.ts";
import { checkPostgresOptions, type PostgresJournalOptions } from "./options.ts";

export type { PostgresJournalOptions } from "./options.ts";

/**
 * Stores runs in a Postgres database, which any number of processes on any number of machines can share: a run has
 * one owner, and others can watch it, ask its owner to act, and take it over if its owner dies. Needs the package
 * `postgres`. Connects on first use.
 */
export function postgresJournal(url: string, options: PostgresJournalOptions = {}): RunStore {
  return openPostgresJournal(checkPostgresOptions(url, options));
}
