import type { RunStore } from "../run-store.ts";
import { createLazyStore } from "../lazy-store.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { checkSqliteOptions, type SqliteJournalOptions } from "./options.ts";
import { environmentVariables, nodeModule } from "../../node-builtins.ts";

/**
 * Keeps runs in one SQLite file, so that they outlive the process: a reply that was paid for is on disk before the
 * debate continues. Any number of processes on one machine can share the file. It is opened on first use.
 */
export function sqliteJournal(path: string, options: SqliteJournalOptions = {}): RunStore {
  // A wrong option is reported here, not at the first debate.
  checkSqliteOptions(path, options);
  return createLazyStore(async () => {
    loadSqlite();
    const [{ openSqliteJournal }, { identifyProcess }] = await Promise.all([
      import("./journal.ts"),
      import("./owner.ts"),
    ]);
    const context = { here: identifyProcess(), now: Date.now, elapsed: () => performance.now() };
    return openSqliteJournal(context, path, options);
  });
}

/** Journal of the CLI and the server: `$ROSTRUM_HOME/rostrum.db`, else `~/.rostrum/rostrum.db`. */
export function defaultJournalPath(
  env: Readonly<Record<string, string | undefined>> = environmentVariables(),
): string {
  const { homedir } = nodeModule("node:os", "defaultJournalPath");
  const { join } = nodeModule("node:path", "defaultJournalPath");
  return join(env["ROSTRUM_HOME"] || join(homedir(), ".rostrum"), "rostrum.db");
}
