import type { Command } from "commander";
import { addConfigFlags, readPatch } from "../options/flags.ts";
import type { AskFlags } from "../run/task.ts";
import { UserError } from "../user-error.ts";
import { newCommand, type Context } from "./new-command.ts";
import { EXIT } from "../exit-code.ts";
import { readTextFile } from "../files.ts";

/** `rostrum "question"` and `rostrum ask "question"`. */
export function command(context: Context): Command {
  const ask = newCommand("ask", "Ask a panel one question, let it argue, get one answer.", context)
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
  addConfigFlags(ask);
  return ask.action(async (words: string[]) => {
    const flags = ask.opts<AskFlags & Record<string, unknown>>();
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

const BARE_WORD = /^[a-z][a-z-]*$/i;

/**
 * Stops a single bare word, which is more likely a mistyped command than a question. A person is asked; a
 * script gets an error that says how to ask it. `true`: don't continue.
 */
export async function isHeldBack(words: readonly string[], context: Context): Promise<boolean> {
  const { output, commands, exit } = context;
  const [word] = words;
  if (word === undefined || words.length !== 1 || !BARE_WORD.test(word)) return false;
  const near = findNearest(word.toLowerCase(), commands);
  const trouble =
    near === word
      ? `A command comes first: rostrum ${word} …`
      : `"${word}" is not a command.${near ? ` Did you mean "rostrum ${near}"?` : ""}`;
  const { ask, isInteractive } = await import("../terminal/prompt.ts");
  if (!isInteractive(output.io)) {
    throw new UserError(trouble, [`To ask it as a question: rostrum ask ${word}`]);
  }
  output.say(trouble);
  const reply = await ask(`Ask the panel "${word}"? [y/N] `, output.io);
  if (/^y(es)?$/i.test(reply ?? "")) return false;
  exit(EXIT.error);
  return true;
}

function findNearest(word: string, commands: readonly string[]): string | undefined {
  const ranked = commands
    .map((name) => ({
      name,
      far: name.startsWith(word) || word.startsWith(name) ? 1 : measureDistance(name, word),
    }))
    .sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best !== undefined && best.far <= 2 ? best.name : undefined;
}

/** Levenshtein distance of two short words. */
function measureDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** `--schema file.json`: answers are JSON that fits the schema in it. */
export async function readSchemaAnswer(path: string): Promise<{ type: "json"; schema: object }> {
  const text = await readTextFile(path, "--schema");
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`--schema: expected a JSON Schema in ${path}, got invalid JSON: ${reason}`);
  }
  const isObject = typeof schema === "object" && schema !== null && !Array.isArray(schema);
  if (!isObject || Object.keys(schema as object).length === 0) {
    throw new UserError(
      `--schema: expected a JSON Schema such as {"type":"object",…} in ${path}, got ${text.trim().slice(0, 40)}`,
    );
  }
  return { type: "json", schema: schema as object };
}
