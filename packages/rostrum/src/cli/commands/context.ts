import type { Command } from "commander";
import type { ExitCode } from "../exit-code.ts";
import type { Output } from "../terminal/output.ts";

/** What a command gets to work with. */
export interface Context {
  output: Output;
  /** Names of all commands. */
  commands: readonly string[];
  /** The command was named; a bare question was not. */
  named: boolean;
  /** What the process will end with; 0 unless a command says otherwise. */
  exit(code: ExitCode): void;
}

export interface CommandModule {
  command(context: Context): Command;
}
