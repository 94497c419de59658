import type { Command } from "commander";
import type { ExitCode } from "../exit-code.ts";
import type { Output } from "../terminal/output.ts";

/** What a command gets. */
export interface Context {
  output: Output;
  /** Names of all commands. */
  commands: readonly string[];
  /** Whether the command was named. It isn't for a bare question. */
  named: boolean;
  /** The exit code of the process; 0 unless a command sets it. */
  exit(code: ExitCode): void;
}

export interface CommandModule {
  command(context: Context): Command;
}
