import { Command } from "commander";
import { visible } from "../../export/index.ts";
import type { Context } from "./context.ts";

/** A command that writes to the given output and never ends the process by itself. */
export function newCommand(
  name: string,
  description: string,
  { output }: Pick<Context, "output">,
): Command {
  return new Command(`rostrum ${name}`)
    .description(description)
    .helpOption("-h, --help", "show this")
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => output.print(text),
      writeErr: (text) => output.say(text.trimEnd()),
      outputError: (text, write) => write(visible(text)),
      getOutHelpWidth: () => Math.min(output.io.stdout.columns ?? 100, 100),
    });
}
