import { environmentVariables, nodeModule } from "../runtime.ts";

/** Where the CLI and the server keep their runs: `$ROSTRUM_HOME/rostrum.db`, else `~/.rostrum/rostrum.db`. */
export function defaultJournalPath(
  env: Readonly<Record<string, string | undefined>> = environmentVariables(),
): string {
  const { homedir } = nodeModule("node:os", "defaultJournalPath");
  const { join } = nodeModule("node:path", "defaultJournalPath");
  return join(env["ROSTRUM_HOME"] || join(homedir(), ".rostrum"), "rostrum.db");
}
