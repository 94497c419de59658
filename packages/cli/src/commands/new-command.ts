import { Command, Option } from "commander";
import { escapeInvisible } from "@rostrum/core/support";
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

/**
 * Gives a command the flag that every command has, and reads keys from `.env` before it acts. The flag stands last in the
 * help.
 */
export function addTrustFlag(command: Command): Command {
  const help =
    "for this run, let the config and .env of this folder run programs and choose addresses";
  return command
    .addOption(new Option("--trust", help).helpGroup("Options:"))
    .hook("preAction", async (acting) => {
      const { readEnvFile } = await import("../env-file.ts");
      await readEnvFile(acting.opts<{ trust?: boolean }>().trust, acting.name() === "rostrum mcp");
    });
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
