import { JournalError } from "@rostrum/core/support";
import { nodeModuleIfAny } from "../../node-builtins.ts";

/** Node's own SQLite. */
export function loadSqlite(): typeof import("node:sqlite") {
  const sqlite = nodeModuleIfAny("node:sqlite");
  if (sqlite !== undefined) return sqlite;
  const version = globalThis.process?.version;
  const runtimeName =
    version === undefined ? "a runtime without Node's modules" : `Node ${version}`;
  throw new JournalError(
    "journal_unavailable",
    `sqliteJournal needs Node 22.16 or later, or another runtime with node:sqlite, got ${runtimeName}: ` +
      "change the runtime, or use memoryJournal()",
  );
}
