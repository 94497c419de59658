import { processIo } from "./io.ts";
import { hushKnownWarnings } from "./quiet-warnings.ts";
import { runCli } from "./run-cli.ts";

/** The command line of this process. */
export async function main(): Promise<void> {
  hushKnownWarnings();
  const code = await runCli(process.argv.slice(2), processIo());
  // Sockets and worker threads may still be open, but all output has been written.
  process.exit(code);
}
