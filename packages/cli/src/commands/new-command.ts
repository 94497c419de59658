import { Command, Option } from "commander";
import { findNearestWord } from "@rostrum/core/options";
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
  const command = new Command(`rostrum ${name}`);
  const rewordError = (message: string): string =>
    reword(message, name) + suggestFlag(message, command);
  return (
    command
      .helpOption("-h, --help", "show this help")
      .exitOverride((error) => {
        error.message = rewordError(error.message);
        throw error;
      })
      // Commander's own suggestions may have little in common with what was typed.
      .showSuggestionAfterError(false)
      .configureOutput({
        writeOut: (text) => output.print(text),
        writeErr: (text) => output.say(text.trimEnd()),
        outputError: (text, write) => write(escapeInvisible(rewordError(text))),
        getOutHelpWidth: () => Math.min(output.io.stdout.columns ?? 100, 100),
      })
  );
}

/** Flags whose option has another name in a config. */
const CONFIG_NAMES: Readonly<Record<string, string>> = { budget: "max-cost", usd: "max-cost" };

/** "(Did you mean --json?)" after an error about an unknown flag, if one that the command has is near. */
function suggestFlag(message: string, command: Command): string {
  const [, flag] = /^error: unknown option '--([\w-]+)/.exec(message) ?? [];
  if (flag === undefined) return "";
  const known = command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long?.slice("--".length) ?? []);
  const configName = CONFIG_NAMES[flag] ?? "";
  const near = known.includes(configName) ? configName : findNearestWord(flag, known);
  return near === undefined ? "" : `${message.endsWith("\n") ? "" : "\n"}(Did you mean --${near}?)`;
}

/** Words commander's errors about a command's arguments as rostrum would. */
function reword(message: string, command: string): string {
  return message
    .replace(
      /^error: too many arguments\. Expected 0 arguments but got \d+: (.*)\.$/m,
      `error: ${command} takes no arguments; leave out "$1".`,
    )
    .replace(
      /^error: option '(?:-\w, )?(--[\w-]+)( <.+>)' argument missing$/m,
      "error: $1 needs a value: $1$2",
    );
}
