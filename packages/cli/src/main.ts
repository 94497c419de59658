import { endWithWrapper } from "./bundled-node.ts";
import type { ExitCode } from "./exit-code.ts";
import { processIo, type CliIo } from "./io.ts";
import { isDetached, runDetached } from "./serving/run-detached.ts";

export async function main(): Promise<void> {
  hideKnownWarnings();
  // A detached process has a channel too, and outlives its other end.
  if (!isDetached()) endWithWrapper();
  const argv = process.argv.slice(2);
  const io = processIo();
  const code = await (argv[0] === "mcp" && !isDetached() ? runDetached(io) : runWith(argv, io));
  // Sockets and worker threads may still be open, but all output has been written.
  process.exit(code);
}

/** The commands are loaded here, because a process that only passes streams on needs none of them. */
async function runWith(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  const { runCli } = await import("./run-cli.ts");
  return runCli(argv, io);
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
