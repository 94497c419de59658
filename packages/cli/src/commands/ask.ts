import type { Command } from "commander";
import { addConfigFlags, readPatch } from "../options/flags.ts";
import type { AskFlags } from "../run/task.ts";
import { UserError } from "../user-error.ts";
import { refuseMistypedCommand } from "./mistyped-command.ts";
import { newCommand, type Context } from "./new-command.ts";
import { readJsonFile } from "../files.ts";
import { isPlainObject } from "@rostrum/core/support";
import { JOURNAL_FLAG } from "../options/journal-flag.ts";

/** `rostrum "question"` and `rostrum ask "question"`. */
export function command(context: Context): Command {
  const ask = newCommand("ask", context)
    .description("Ask a panel one question, have those that disagree answer again, get one answer.")
    .usage('[options] "question"')
    .argument("[question...]", "the question; if missing or -, it is read from standard input")
    .optionsGroup("Question:")
    .option("-f, --file <file>", "read the question from a file")
    .option(
      "-c, --context <file...>",
      "files with material for the question; - waits for standard input",
    )
    .option(
      "--schema <file>",
      "answer with JSON that matches the JSON Schema in this file (--answer json)",
    )
    .option("-p, --panel <name>", 'a panel of the config; "embedded" is built in')
    .option("--config <file>", "config file (default: rostrum.config.json or .yaml in this folder)")
    .option(
      "--follow [id]",
      "ask a follow-up question to a finished run: the latest of this folder, or the one with this id",
    )
    .option("--carry <what>", "how much of that run the panel reads: verdict, digest or transcript")
    .optionsGroup("Output:")
    .option("--json", "the whole result as JSON on stdout")
    .option("--events", "every event as a line of JSON on stdout, as it happens")
    .option("--dry-run", "print the typical and the maximum cost, and call no model")
    .option("--full", "the whole reply on stdout, not only the answer in it")
    .option("--memo", "write a memo (--report memo), and print it instead of the answer")
    .option("--raw", "with --full: print control characters unchanged")
    .option("--plain", "print lines instead of the live view")
    .option("-q, --quiet", "print only errors and warnings on stderr")
    .optionsGroup("Journal:")
    .option("--id <id>", "id of the run (default: random)")
    .option("--resume <id>", "continue a run where it stopped; nothing is paid twice")
    .option(...JOURNAL_FLAG)
    .option("--no-journal", "store nothing");
  addConfigFlags(ask, RARE_FLAGS);
  return ask.action(async (words: string[], flags: AskFlags & Record<string, unknown>) => {
    if (!context.isNamed) refuseMistypedCommand(words, context.commands);
    const { askPanel } = await import("../run/ask.ts");
    const patch = readPatch(flags);
    const { answer } = patch;
    if (flags.schema !== undefined) {
      if (answer !== undefined && answer !== "json")
        throw new UserError(
          "--schema is for JSON answers: leave out --answer, or write --answer json.",
        );
      patch["answer"] = await readSchemaAnswer(flags.schema);
    } else if (answer === "json")
      throw new UserError("--answer json needs a JSON Schema: --schema <file>");
    if (flags.memo === true) patch["report"] ??= "memo";
    context.exit(await askPanel(words, flags, patch, context.output));
  });
}

/** Flags that a first-time user doesn't need. Shown by `--help-all` only. */
const RARE_FLAGS: readonly string[] = [
  "--config",
  "--carry",
  "--raw",
  "--plain",
  "--quiet",
  "--id",
  "--journal",
  "--no-journal",
];

/** `--schema file.json`: answers must be JSON that matches this schema. */
async function readSchemaAnswer(path: string): Promise<{ type: "json"; schema: unknown }> {
  const isSchema = (value: unknown): boolean =>
    isPlainObject(value) && Object.keys(value).length > 0;
  return { type: "json", schema: await readJsonFile(path, "--schema", "a JSON Schema", isSchema) };
}
