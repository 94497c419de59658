import { Command, Option } from "commander";
import { escapeInvisible } from "@rostrum/core/support";
import type { ExitCode } from "../exit-code.ts";
import type { Output } from "../terminal/output.ts";

/** Passed to every command. */
export interface Context {
  output: Output;
  commands: readonly string[];
  /** False for a bare question: `rostrum "question"`. */
  isNamed: boolean;
  /** Sets the exit code of the process, which is 0 otherwise. */
  exit(code: ExitCode): void;
}

export interface CommandModule {
  command(context: Context): Command;
}

/**
 * Adds `--trust`, which every command has, and loads keys from `.env` before the command runs. Call it last: the flag
 * comes last in the help.
 */
export function addTrustFlag(command: Command): Command {
  const help =
    "for this run, trust the config and .env of this folder, which may run programs and choose addresses";
  return command
    .addOption(new Option("--trust", help).helpGroup("Options:"))
    .hook("preAction", async (acting) => {
      const { readEnvFile } = await import("../env-file.ts");
      await readEnvFile(acting.opts<{ trust?: boolean }>().trust, acting.name() === "rostrum mcp");
    });
}

/** Creates a command that prints to the given output and never exits the process itself. */
export function newCommand(name: string, { output }: Pick<Context, "output">): Command {
  return new Command(`rostrum ${name}`)
    .helpOption("-h, --help", "show this help")
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => output.print(text),
      writeErr: (text) => output.say(text.trimEnd()),
      outputError: (text, write) => write(escapeInvisible(text)),
      getOutHelpWidth: () => Math.min(output.io.stdout.columns ?? 100, 100),
    });
}
