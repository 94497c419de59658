import { Argument, InvalidArgumentError, type Command } from "commander";
import { listProviderVariables } from "@rostrum/runtime/registry";
import { escapeInvisible } from "@rostrum/core/support";
import { EXIT } from "../exit-code.ts";
import {
  findLastingNode,
  getLauncherPath,
  planLauncher,
  type PlannedLauncher,
} from "../installing/launcher.ts";
import { listInstalls } from "../installing/install-record.ts";
import { planInstall, type PlannedChange } from "../installing/install.ts";
import { AGENT_PROGRAMS, type AgentProgram, type Launch } from "../installing/programs.ts";
import { formatDiff } from "../installing/text-edit.ts";
import type { Output } from "../terminal/output.ts";
import { formatTable, getTerminalColumns } from "../terminal/width.ts";
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
    .action(async (name: string | undefined, flags: InstallFlags) => {
      const { output } = context;
      const program = findProgramOrList(name, context);
      if (name === undefined || program === null) return;
      const launcher = planLauncher();
      const change = planInstall(name, program, describeLaunch());
      const warning = describeDuplicate(name, program);
      if (warning !== null) output.say(warning);
      const isWritten = await confirmAndWrite(change, flags, context);
      if (flags.dryRun && !launcher.isCurrent) output.say(`also: ${describeLauncher(launcher)}`);
      if (flags.dryRun || (change.before !== change.after && !isWritten)) return;
      if (!launcher.isCurrent) {
        await writeLauncher(launcher, output);
        output.say(`from now on, ${describeLauncher(launcher)}`);
      }
      output.say(`next: ${program.next}`);
    });
}

export function addInstallFlags(parser: Command): Command {
  return parser
    .addArgument(
      new Argument("[program]", "coding agent or editor (default: lists them)")
        .choices(Object.keys(AGENT_PROGRAMS))
        .argParser(readProgram),
    )
    .option("-y, --yes", "write without asking")
    .option("--dry-run", "show the change, and write nothing");
}

function readProgram(name: string): string {
  const names = Object.keys(AGENT_PROGRAMS);
  if (names.includes(name)) return name;
  const lower = name.toLowerCase();
  const near =
    names.find((each) => isOneTypoApart(lower, each)) ??
    names.find((each) => each.startsWith(`${lower}-`));
  throw new InvalidArgumentError(
    `Allowed choices are ${names.join(", ")}.${near === undefined ? "" : ` Did you mean ${near}?`}`,
  );
}

/** Program of this name. Without a name, lists all programs and returns null. */
export function findProgramOrList(
  name: string | undefined,
  { output }: Context,
): AgentProgram | null {
  if (name !== undefined) return AGENT_PROGRAMS[name] ?? null;
  const installed = listInstalls();
  const rows = Object.entries(AGENT_PROGRAMS).map(([each, { title, file }]) => [
    each,
    title,
    installed.includes(each) ? "installed" : "",
    file(),
  ]);
  const columns = getTerminalColumns(output.io.stdout) ?? 120;
  for (const line of formatTable(rows, columns)) output.print(`${line}\n`);
  return null;
}

/** Warning for a program that has our plugin next to the entry. Null when it doesn't. */
export function describeDuplicate(name: string, { title, plugin }: AgentProgram): string | null {
  if (plugin?.isEnabled() !== true) return null;
  const removal = listInstalls().includes(name)
    ? `run rostrum uninstall ${name}`
    : "leave the entry out";
  return `${title} has the rostrum plugin, so with the entry it has every tool twice: ${removal}, or run ${plugin.remove}`;
}

/** Writes the launcher. Copying a package takes a while, so that is announced. */
export async function writeLauncher(launcher: PlannedLauncher, output: Output): Promise<void> {
  if (launcher.isCopied)
    output.say("copying rostrum out of this project, about 50 MB; this takes a few seconds …");
  await launcher.write();
}

/** How a program starts the MCP server, with the names of the variables that it needs. */
export function describeLaunch(): Launch {
  return {
    command: findLastingNode(),
    args: [getLauncherPath(), "mcp"],
    variables: listProviderVariables(),
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
  const lines = [
    after === null ? `${file} will be removed` : file,
    ...(change.note === undefined ? [] : [change.note]),
    // Keeps tabs and spaces, so that the lines are those of the file.
    ...formatDiff(before ?? "", after ?? "").map((line) => `  ${escapeInvisible(line)}`),
  ];
  if (dryRun) output.print(lines.map((line) => `${line}\n`).join(""));
  else for (const line of lines) output.say(line);
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
