import { Command } from "commander";
import { escapeInvisible } from "../../visible.ts";
import type { ExitCode } from "../exit-code.ts";
import type { Output } from "../terminal/output.ts";

/** What a command gets. */
export interface Context {
  output: Output;
  commands: readonly string[];
  /** Whether the command was named. It isn't for a bare question. */
  named: boolean;
  /** The exit code of the process; 0 unless a command sets it. */
  exit(code: ExitCode): void;
}

export interface CommandModule {
  command(context: Context): Command;
}

/** A command that writes to the given output and never ends the process by itself. */
export function newCommand(name: string, { output }: Pick<Context, "output">): Command {
  return new Command(`rostrum ${name}`)
    .helpOption("-h, --help", "show this")
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => output.print(text),
      writeErr: (text) => output.say(text.trimEnd()),
      outputError: (text, write) => write(escapeInvisible(text)),
      getOutHelpWidth: () => Math.min(output.io.stdout.columns ?? 100, 100),
    });
}
