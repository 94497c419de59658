import { JournalError } from "../../errors.ts";
import { nodeModuleIfAny } from "../../runtime.ts";

/** Node's own SQLite. */
export function loadSqlite(): typeof import("node:sqlite") {
  const found = nodeModuleIfAny("node:sqlite");
  if (found !== undefined) return found;
  const version = globalThis.process?.version;
  const here = version === undefined ? "a runtime without Node's modules" : `Node ${version}`;
  throw new JournalError(
    "journal_unavailable",
    `sqliteJournal needs Node 22.16 or later, or another runtime with node:sqlite, got ${here}: ` +
      "change the runtime, or use memoryJournal()",
  );
}
