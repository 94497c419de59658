import type { Command, Option } from "commander";
import type { Context } from "./commands/new-command.ts";
import { COMMANDS, formatRootHelp, type CommandEntry } from "./commands/table.ts";
import { EXIT, chooseErrorExitCode, type ExitCode } from "./exit-code.ts";
import type { CliIo } from "./io.ts";
import { createOutput, type Output } from "./terminal/output.ts";
import { clipLine } from "@rostrum/core/support";
import { describeFileError, UserError } from "./user-error.ts";

/**
 * Runs a command from its arguments to the exit code, with all output written. Everything beyond help and version is
 * loaded on demand.
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  const output = createOutput(io);
  let code: ExitCode = EXIT.answered;
  try {
    await dispatch(argv, {
      output,
      commands: COMMANDS.map(({ name }) => name),
      isNamed: true,
      exit: (exitCode) => {
        code = exitCode;
      },
    });
  } catch (error) {
    code = await reportError(error, output, argv);
  }
  await output.flush();
  if (output.stdoutError === null) return code;
  output.say(`error: ${describeFileError(output.stdoutError, "standard output")}`);
  return EXIT.error;
}

async function dispatch(argv: readonly string[], context: Context): Promise<void> {
  const [first, ...rest] = argv;
  const { print } = context.output;
  if (first === "--version" || first === "-V") {
    const { packageVersion } = await import("@rostrum/runtime/package");
    print(`${packageVersion()}\n`);
    return;
  }
  const helpTopic = first === "help" ? rest[0] : undefined;
  const bare = argv.length === 0 && context.output.io.stdin.isTTY === true;
  if (
    first === "--help" ||
    first === "-h" ||
    bare ||
    (first === "help" && helpTopic === undefined)
  ) {
    print(formatRootHelp());
    return;
  }
  if (helpTopic !== undefined && rest.length === 1)
    return runCommand(findCommand(helpTopic) ?? ASK, ["--help"], context);
  const entry = findCommand(first);
  if (entry) return runCommand(entry, rest, context);
  // Must come before the flags are parsed: `ask` doesn't know the flags of the command that was meant.
  const { refuseMistypedCommand } = await import("./commands/mistyped-command.ts");
  refuseMistypedCommand(argv, context.commands);
  return runCommand(ASK, argv, { ...context, isNamed: false });
}

const ASK = findCommand("ask") as CommandEntry;

function findCommand(name: string | undefined): CommandEntry | undefined {
  return COMMANDS.find((entry) => entry.name === name);
}

async function runCommand(
  entry: CommandEntry,
  argv: readonly string[],
  context: Context,
): Promise<void> {
  checkFolder();
  const [{ command }, { addTrustFlag }] = await Promise.all([
    entry.load(),
    import("./commands/new-command.ts"),
  ]);
  const parser = addTrustFlag(command(context));
  refuseFlagsAsValues(
    [parser, ...parser.commands].flatMap((each) => each.options),
    argv,
  );
  await parser.parseAsync(argv, { from: "user" });
}

/** `--about --dry-run` would take the second flag for a text, and the run would be paid for. */
function refuseFlagsAsValues(options: Command["options"], argv: readonly string[]): void {
  const find = (word: string | undefined): Option | undefined =>
    options.find(({ short, long }) => word !== undefined && (word === short || word === long));
  for (let index = 0; index < argv.length && argv[index] !== "--"; index += 1) {
    const [flag = "", value] = argv.slice(index);
    if (find(flag)?.required !== true) continue;
    if (find(value) !== undefined)
      throw new UserError(`${flag} needs a value, got the option ${value}.`, [
        ...(flag.startsWith("--") ? [`If that is its value: ${flag}=${value}`] : []),
      ]);
    index += 1;
  }
}

function checkFolder(): void {
  try {
    process.cwd();
  } catch (cause) {
    const message = "the current folder was deleted: change to one that exists";
    throw new UserError(message, [], { cause });
  }
}

/** With --json, errors are JSON too, even if other flags are wrong. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? argv.length : end).includes("--json");
}

const quote = (words: string): string => JSON.stringify(clipLine(words, 200));

/** Finds an argument that looks like a question but is parsed as a flag. */
function findDashedQuestion(argv: readonly string[]): string | undefined {
  return argv.find((word) => /^-(?:\d|(?!-[\w-]+=).*\s)/.test(word));
}

/** The first command that has a flag. Null when none has it. */
async function findFlagOwner(flag: string, output: Output): Promise<string | null> {
  const context = { output, commands: [], isNamed: true, exit: () => undefined };
  for (const { name, load } of COMMANDS) {
    const { command } = await load();
    if (command(context).options.some(({ long }) => long === flag)) return name;
  }
  return null;
}

async function reportError(
  error: unknown,
  output: Output,
  argv: readonly string[],
): Promise<ExitCode> {
  const { CommanderError } = await import("commander");
  const parsing = error instanceof CommanderError;
  // Asking for help is not an error.
  if (parsing && error.exitCode === 0) return EXIT.answered;
  const { formatErrorJson, sayError } = await import("./report/error.ts");
  // Commander has printed its own errors already.
  if (!parsing) sayError(error, output);
  const question = parsing ? findDashedQuestion(argv) : undefined;
  if (question !== undefined)
    output.say(`A question that begins with a dash comes after --: rostrum -- ${quote(question)}`);
  else if (parsing && error.code === "commander.unknownOption") {
    const [, flag = ""] = /unknown option '(--[\w-]+)/.exec(error.message) ?? [];
    const owner = findCommand(argv[0]) ? null : await findFlagOwner(flag, output);
    if (owner !== null)
      output.say(`  ${flag} is an option of rostrum ${owner}: rostrum ${owner} ${flag} …`);
    else if (!/Did you mean/.test(error.message))
      output.say(`  To list the options: rostrum ${(findCommand(argv[0]) ?? ASK).name} --help`);
  }
  if (parsing && argv[0] === "-v") output.say("For the version: rostrum -V or rostrum --version");
  if (wantsJson(argv)) output.print(formatErrorJson(error));
  return chooseErrorExitCode(error);
}
