import { Command } from "commander";
import { addConfigFlags, readPatch } from "../options/flags.ts";
import type { AskFlags } from "../run/task.ts";
import { UserError } from "../user-error.ts";
import { newCommand, type Context } from "./new-command.ts";
import { EXIT } from "../exit-code.ts";
import { readJsonFile } from "../files.ts";
import { isPlainObject } from "@rostrum/core/options";
import { readMessage } from "@rostrum/core/support";

/** `rostrum "question"` and `rostrum ask "question"`. */
export function command(context: Context): Command {
  const ask = newCommand("ask", context)
    .description("Ask a panel one question, let it argue, get one answer.")
    .usage('[options] "question"')
    .argument("[question...]", "the question; without one, or with -, standard input is read")
    .optionsGroup("Question:")
    .option("-f, --file <file>", "read the question from a file")
    .option("-c, --context <file...>", "material for the question, one file or several")
    .option("--schema <file>", "answers are JSON that fits the JSON Schema in this file")
    .option("-p, --panel <name>", 'a panel of the config; "embedded" is built in')
    .option("--config <file>", "config to use instead of rostrum.config.json or .yaml here")
    .option("--follow [id]", "follow up a finished run: the latest, or the one with this id")
    .option("--carry <what>", "what a follow-up reads of that run: verdict, digest or transcript")
    .optionsGroup("Output:")
    .option("--json", "the whole result as JSON on stdout")
    .option("--events", "every event as a line of JSON on stdout, as it happens")
    .option("--dry-run", "print the most that it may cost, and call no model")
    .option("--full", "the whole reply on stdout, not only the answer in it")
    .option("--memo", "have a memo written (--report memo), and print it instead of the answer")
    .option("--raw", "with --full: print control characters unchanged")
    .option("--plain", "lines instead of the live view")
    .option("-q, --quiet", "print only errors and warnings on stderr")
    .optionsGroup("Journal:")
    .option("--id <id>", "id of the run (default: random)")
    .option("--resume <id>", "continue a run where it stopped; nothing is paid twice")
    .option("--journal <place>", "file or postgres:// address for runs (~/.rostrum/rostrum.db)")
    .option("--no-journal", "keep nothing");
  addConfigFlags(ask, RARE);
  return ask.action(async (words: string[], flags: AskFlags & Record<string, unknown>) => {
    if (!context.named && (await isHeldBack(words, context))) return;
    const { askPanel } = await import("../run/ask.ts");
    const patch = readPatch(flags);
    if (flags.schema !== undefined) {
      if (patch["answer"] !== undefined)
        throw new UserError("use either --schema or --answer, not both");
      patch["answer"] = await readSchemaAnswer(flags.schema);
    }
    if (flags.memo === true) patch["report"] ??= "memo";
    context.exit(await askPanel(words, flags, patch, context.output));
  });
}

/** Flags that a first question doesn't need. */
const RARE: readonly string[] = [
  "--config",
  "--carry",
  "--raw",
  "--plain",
  "--quiet",
  "--id",
  "--journal",
  "--no-journal",
];

const BARE_WORD = /^[a-z][a-z-]*$/i;

/**
 * Stops a single bare word, which is more likely a mistyped command than a question. A person is asked; a
 * script gets an error that says how to ask it. `true`: don't continue.
 */
async function isHeldBack(words: readonly string[], context: Context): Promise<boolean> {
  const { output, commands, exit } = context;
  const [word] = words;
  if (word === undefined || words.length !== 1 || !BARE_WORD.test(word)) return false;
  const near = findNearest(word.toLowerCase(), commands);
  const trouble =
    near === word
      ? `A command comes first: rostrum ${word} …`
      : `"${word}" is not a command.${near ? ` Did you mean "rostrum ${near}"?` : ""}`;
  const { askPerson, isInteractive } = await import("../terminal/prompt.ts");
  if (!isInteractive(output.io)) {
    throw new UserError(trouble, [`To ask it as a question: rostrum ask ${word}`]);
  }
  output.say(trouble);
  const reply = await askPerson(`Ask the panel "${word}"? [y/N] `, output.io);
  if (/^y(es)?$/i.test(reply ?? "")) return false;
  exit(EXIT.error);
  return true;
}

/** The command that a word was likely meant to be, as the parser suggests it. */
function findNearest(word: string, commands: readonly string[]): string | undefined {
  const parser = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  for (const name of commands) parser.command(name).action(() => undefined);
  try {
    parser.parse([word], { from: "user" });
    return word;
  } catch (error) {
    return /Did you mean (?:one of )?([\w-]+)/.exec(readMessage(error))?.[1];
  }
}

/** `--schema file.json`: answers are JSON that fits the schema in it. */
async function readSchemaAnswer(path: string): Promise<{ type: "json"; schema: unknown }> {
  const isSchema = (value: unknown): boolean =>
    isPlainObject(value) && Object.keys(value).length > 0;
  return { type: "json", schema: await readJsonFile(path, "--schema", "a JSON Schema", isSchema) };
}
