import { FLAGGED_OPTIONS } from "../../packages/cli/src/options/flags.ts";
import type { CommandModule } from "../../packages/cli/src/commands/new-command.ts";
import { COMMANDS, type CommandEntry } from "../../packages/cli/src/commands/table.ts";
import { processIo } from "../../packages/cli/src/io.ts";
import { createOutput, type Output } from "../../packages/cli/src/terminal/output.ts";
import { formatTable } from "../../scripts/lib/markdown-table.ts";

/** A flag with the same meaning in this many commands is explained once. */
const SHARED = 3;

/** The command line's own parser, of which the workspace may have another version. */
type Command = ReturnType<CommandModule["command"]>;
type Option = Command["options"][number];
type Argument = Command["registeredArguments"][number];

interface CommandHelp {
  entry: CommandEntry;
  command: Command;
  /** Its flags, without those of every command. */
  flags: readonly Option[];
}

/** The reference of the command line: what `--help` says about each command, without repetition. */
export async function commandsPage(): Promise<string> {
  const output = createOutput(processIo());
  const commands = await Promise.all(COMMANDS.map((entry) => loadHelp(entry, output)));
  const shared = findShared(commands);
  return `# Commands

Every command with its own flags. \`rostrum <command> --help\` prints its flags with all words. Every command also takes \`--trust\` (for one
run, [trust](/cli#trust) the config and \`.env\` of this folder) and \`--help\`. Parentheses at the end of a line contain the
default.

## Flags of several commands

${flagTable([...shared.values()])}

Flags that are named without a meaning below stand in this table or in [options](/options).

${commands.map((help) => formatCommand(help, shared)).join("\n\n")}
`;
}

async function loadHelp(entry: CommandEntry, output: Output): Promise<CommandHelp> {
  const { command: build } = await entry.load();
  const command = build({
    output,
    commands: COMMANDS.map(({ name }) => name),
    isNamed: true,
    exit: () => undefined,
  });
  const flags = command.options.filter(({ long }) => long !== "--help-all");
  return { entry, command, flags };
}

const keyOf = ({ flags, description }: Option): string => `${flags}: ${description}`;

/** Flags that several commands share, in their words. */
function findShared(commands: readonly CommandHelp[]): Map<string, Option> {
  const counts = new Map<string, number>();
  for (const flag of commands.flatMap(({ flags }) => flags.filter((each) => !isOption(each)))) {
    counts.set(keyOf(flag), (counts.get(keyOf(flag)) ?? 0) + 1);
  }
  const all = commands.flatMap(({ flags }) => flags).filter((flag) => !isOption(flag));
  return new Map(
    all
      .filter((flag) => (counts.get(keyOf(flag)) ?? 0) >= SHARED)
      .map((flag) => [keyOf(flag), flag]),
  );
}

const OPTION_FLAGS = new Set(
  FLAGGED_OPTIONS.flatMap(({ flag: { name } }) => [name, name.replace("--", "--no-")]),
);

/** Whether the page of options explains it. */
function isOption({ long, description }: Option): boolean {
  // Options of a debate begin with a capital letter; a command's flag of the same name doesn't.
  return OPTION_FLAGS.has(long ?? "") && /^[A-Z]/.test(description);
}

function formatCommand(
  { entry, command, flags }: CommandHelp,
  shared: ReadonlyMap<string, Option>,
): string {
  const options = flags.filter(isOption);
  const own = flags.filter((flag) => !isOption(flag) && !shared.has(keyOf(flag)));
  const others = flags.filter((flag) => shared.has(keyOf(flag)));
  // A command that takes more than a few takes them all.
  const all = options.length > 5;
  const named = [...others, ...(all ? [] : options)].map(({ long }) => `\`${long}\``);
  const also = [
    ...(all ? ["the flags of all [options](/options)"] : []),
    ...(named.length > 0 ? [named.join(", ")] : []),
  ];
  const words = [
    `## \`rostrum ${entry.name}\``,
    [command.description(), ...command.registeredArguments.map(formatArgument)].join(" "),
    ...(own.length > 0 ? [flagTable(own)] : []),
    ...(also.length > 0 ? [`Also: ${also.join(", and ")}.`] : []),
  ];
  return words.join("\n\n");
}

function formatArgument(argument: Argument): string {
  const { description, argChoices } = argument;
  return `Argument \`${argument.name()}\`: ${formatMeaning(description, argChoices)}.`;
}

function flagTable(flags: readonly Option[]): string {
  const rows = flags.map((flag) => [
    `\`${flag.flags}\``,
    formatMeaning(flag.description, flag.argChoices, flag.defaultValue),
  ]);
  return formatTable(["flag", "meaning"], rows);
}

function formatMeaning(
  description: string,
  choices: readonly string[] | undefined,
  fallback?: unknown,
): string {
  const values =
    choices === undefined ? "" : `: ${choices.map((each) => `\`${each}\``).join(", ")}`;
  const shown = fallback === undefined || description.endsWith(")") ? "" : ` (${String(fallback)})`;
  // An address in words would become a link of the page.
  const words = `${description}${values}${shown}`.replaceAll(/https?:\/\/[\w.:/-]+/g, "`$&`");
  return words.replaceAll("<", "\\<");
}
