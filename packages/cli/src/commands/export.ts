import { packageVersion } from "@rostrum/runtime/package";
import { constants, writeFile } from "node:fs/promises";
import { Option, type Command } from "commander";
import { EXPORT_FORMATS, findExportFormat, removeWords } from "@rostrum/core/export";
import { fold } from "@rostrum/core/record";
import { toOneLine } from "@rostrum/core/support";
import { describeFileError, UserError } from "../user-error.ts";
import { findRun } from "../run/journal.ts";
import { newCommand, type Context } from "./new-command.ts";
import { JOURNAL_FLAG } from "../options/journal-flag.ts";

interface Flags {
  format?: string;
  output?: string;
  force?: boolean;
  words: boolean;
  journal?: string;
}

export function command(context: Context): Command {
  return newCommand("export", context)
    .description("Export a past debate as Markdown, HTML or another format.")
    .argument("[id]", "id of the run, or the start of it (default: the latest run)")
    .addOption(
      new Option(
        "--format <format>",
        `output format (default: by the file's name, else ${EXPORT_FORMATS[0].name})`,
      ).choices(EXPORT_FORMATS.map(({ name }) => name)),
    )
    .option("-o, --output <file>", "file to write (default: standard output)")
    .option("--no-words", "leave out all questions and replies, for a bug report")
    .option("--force", "overwrite an existing file")
    .option(...JOURNAL_FLAG)
    .addHelpText("after", formatFormats())
    .action(async (idPrefix: string | undefined, flags: Flags) => {
      const run = await findRun(flags.journal, idPrefix);
      const events = run?.events ?? [];
      const exportedEvents = flags.words ? events : removeWords(events);
      const format = flags.format ?? findFormatByName(flags.output);
      const text = findExportFormat(format).write(fold(exportedEvents), {
        version: packageVersion(),
      });
      const { print, say } = context.output;
      if (flags.output === undefined) return print(text);
      await writeExport(flags.output, text, flags.force === true);
      say(`wrote ${toOneLine(flags.output)}`);
    });
}

/** The format that a file's name ends in, else the default. */
function findFormatByName(file = ""): string {
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase();
  const named = EXPORT_FORMATS.find(({ name, extension: own = name }) => own === extension);
  return (named ?? EXPORT_FORMATS[0]).name;
}

function formatFormats(): string {
  const width = Math.max(...EXPORT_FORMATS.map(({ name }) => name.length));
  const lines = EXPORT_FORMATS.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`);
  return `\nFormats:\n${lines.join("\n")}`;
}

async function writeExport(path: string, text: string, force: boolean): Promise<void> {
  try {
    const overwrite = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;
    // A link in a stranger's folder may lead to any file of the user.
    const flag = force ? overwrite | (constants.O_NOFOLLOW ?? 0) : "wx";
    await writeFile(path, text, { flag });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST")
      throw new UserError(`${path} already exists`, ["--force overwrites a file"]);
    if (code === "ELOOP") throw new UserError(`--output: ${path} is a link, which is not followed`);
    throw new UserError(`--output: can't write: ${describeFileError(error, path)}`);
  }
}
