import { processIo } from "./io.ts";
import { runCli } from "./run-cli.ts";

export async function main(): Promise<void> {
  hideKnownWarnings();
  const code = await runCli(process.argv.slice(2), processIo());
  // Sockets and worker threads may still be open, but all output has been written.
  process.exit(code);
}

/** Node 22's warnings about SQLite and type stripping, which users can't act on. */
const HIDDEN_WARNINGS = /SQLite|Type Stripping/i;

export function hideKnownWarnings(): void {
  const emit = process.emitWarning.bind(process) as (...args: unknown[]) => void;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    const text = typeof warning === "string" ? warning : warning.message;
    const [options] = rest;
    const type =
      typeof options === "string" ? options : (options as { type?: string } | undefined)?.type;
    const name = warning instanceof Error ? warning.name : type;
    if (name === "ExperimentalWarning" && HIDDEN_WARNINGS.test(text)) return;
    emit(warning, ...rest);
  };
}
