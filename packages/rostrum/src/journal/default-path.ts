import { homedir } from "node:os";
import { join } from "node:path";

/** Where the CLI and the server keep their runs: `$ROSTRUM_HOME/rostrum.db`, else `~/.rostrum/rostrum.db`. */
export function defaultJournalPath(env: Record<string, string | undefined> = process.env): string {
  return join(env["ROSTRUM_HOME"] || join(homedir(), ".rostrum"), "rostrum.db");
}
