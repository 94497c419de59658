import { Argument, InvalidArgumentError, type Command } from "commander";
import { providers } from "@rostrum/runtime/registry";
import { toOneLine } from "@rostrum/core/support";
import { EXIT } from "../exit-code.ts";
import {
  findLastingNode,
  getLauncherPath,
  planLauncher,
  type PlannedLauncher,
} from "../installing/launcher.ts";
import { planInstall, type PlannedChange } from "../installing/install.ts";
import { AGENT_PROGRAMS, type AgentProgram, type Launch } from "../installing/programs.ts";
import { formatDiff } from "../installing/text-edit.ts";
import { UserError } from "../user-error.ts";
import { isOneTypoApart } from "./mistyped-command.ts";
import { type Context, newCommand } from "./new-command.ts";

export interface InstallFlags {
  yes?: boolean;
  dryRun?: boolean;
}

export function command(context: Context): Command {
  return addInstallFlags(newCommand("install", context))
    .description(
      "Add rostrum to a coding agent or an editor, as an MCP server for all of your projects.",
    )
    .action(async (name: string, flags: InstallFlags) => {
      const program = AGENT_PROGRAMS[name] as AgentProgram;
      const launcher = planLauncher();
      const change = planInstall(name, program, describeLaunch());
      const isWritten = await confirmAndWrite(change, flags, context);
      if (flags.dryRun || (change.before !== change.after && !isWritten)) return;
      if (!launcher.isCurrent) {
        await launcher.write();
        context.output.say(`from now on, ${describeLauncher(launcher)}`);
      }
      context.output.say(`next: ${program.next}`);
    });
}

export function addInstallFlags(parser: Command): Command {
  return parser
    .addArgument(
      new Argument("<program>", "coding agent or editor")
        .choices(Object.keys(AGENT_PROGRAMS))
        .argParser(readProgram),
    )
    .option("-y, --yes", "write without asking")
    .option("--dry-run", "show the change, and write nothing");
}

function readProgram(name: string): string {
  const names = Object.keys(AGENT_PROGRAMS);
  if (names.includes(name)) return name;
  const near = names.find((each) => isOneTypoApart(name.toLowerCase(), each));
  throw new InvalidArgumentError(
    `Allowed choices are ${names.join(", ")}.${near === undefined ? "" : ` Did you mean ${near}?`}`,
  );
}

/** How a program starts the MCP server, with the names of the keys that are set now. */
export function describeLaunch(): Launch {
  const keys = Object.values(providers).flatMap((provider) => provider.keys);
  return {
    command: findLastingNode(),
    args: [getLauncherPath(), "mcp"],
    keys: keys.filter((key) => process.env[key]),
  };
}

/** "coding agents start … through ~/.rostrum/rostrum.mjs". */
export function describeLauncher({ file, script, isCopied }: PlannedLauncher): string {
  const copy = isCopied ? " (a copy, which needs no project)" : "";
  return `coding agents start ${script}${copy} through ${file}`;
}

/** Shows a change, asks for confirmation, and writes it. Returns whether it was written. */
export async function confirmAndWrite(
  change: PlannedChange,
  { yes, dryRun }: InstallFlags,
  { output, exit }: Context,
): Promise<boolean> {
  const { file, before, after } = change;
  if (before === after) {
    output.say(`${file} is already up to date`);
    return false;
  }
  output.say(after === null ? `${file} will be removed` : file);
  if (change.note !== undefined) output.say(change.note);
  for (const line of formatDiff(before ?? "", after ?? "")) output.say(`  ${formatDiffLine(line)}`);
  if (dryRun) return false;
  if (!yes && !(await confirm(output))) {
    output.say("nothing was written");
    exit(EXIT.error);
    return false;
  }
  await change.write();
  output.say(after === null ? `removed ${file}` : `wrote ${file}`);
  return true;
}

async function confirm(output: Context["output"]): Promise<boolean> {
  const { askPerson, isInteractive } = await import("../terminal/prompt.ts");
  if (!isInteractive(output.io))
    throw new UserError("there is no terminal in which to confirm the change", [
      "add --yes to write it, or --dry-run to only see it",
    ]);
  return /^y(es)?$/i.test((await askPerson("Write this? [y/N] ", output.io)) ?? "");
}

/** Makes a diff line safe to print. Keeps its indentation. */
function formatDiffLine(line: string): string {
  const [indent = ""] = /^[-+ ] [ \t]*/.exec(line) ?? [];
  return indent.replaceAll("\t", "  ") + toOneLine(line.slice(indent.length));
}
