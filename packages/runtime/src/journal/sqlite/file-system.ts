import { nodeModule } from "../../node-builtins.ts";

/** Mode of files that only their owner may read. */
export const OWNER_ONLY = 0o600;

export function fileSystem(): typeof import("node:fs") {
  return nodeModule("node:fs", "sqliteJournal");
}
