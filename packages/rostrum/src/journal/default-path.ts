/** Where the CLI and the server keep their runs: `$ROSTRUM_HOME/rostrum.db`, else `~/.rostrum/rostrum.db`. */
export function defaultJournalPath(env: Record<string, string | undefined> = process.env): string {
  // Loaded at run time, not imported, because the root entry imports none of Node's modules.
  const { homedir } = process.getBuiltinModule("node:os");
  const { join } = process.getBuiltinModule("node:path");
  return join(env["ROSTRUM_HOME"] || join(homedir(), ".rostrum"), "rostrum.db");
}
