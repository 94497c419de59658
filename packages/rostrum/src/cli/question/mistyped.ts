import { EXIT } from "../exit-code.ts";
import { UserError } from "../user-error.ts";
import type { Context } from "../commands/context.ts";

const BARE_WORD = /^[a-z][a-z-]*$/i;

/**
 * Stops a single bare word, which is more likely a mistyped command than a question. A person is asked; a
 * script gets an error that says how to ask it. `true`: don't continue.
 */
export async function heldBack(words: readonly string[], context: Context): Promise<boolean> {
  const { output, commands, exit } = context;
  const [word] = words;
  if (word === undefined || words.length !== 1 || !BARE_WORD.test(word)) return false;
  const near = nearest(word.toLowerCase(), commands);
  const trouble =
    near === word
      ? `A command comes first: rostrum ${word} …`
      : `"${word}" is not a command.${near ? ` Did you mean "rostrum ${near}"?` : ""}`;
  const { ask, isInteractive } = await import("../terminal/confirm.ts");
  if (!isInteractive(output.io)) {
    throw new UserError(trouble, [`To ask it as a question: rostrum ask ${word}`]);
  }
  output.say(trouble);
  const reply = await ask(`Ask the panel "${word}"? [y/N] `, output.io);
  if (/^y(es)?$/i.test(reply ?? "")) return false;
  exit(EXIT.error);
  return true;
}

function nearest(word: string, commands: readonly string[]): string | undefined {
  const ranked = commands
    .map((name) => ({
      name,
      far: name.startsWith(word) || word.startsWith(name) ? 1 : distance(name, word),
    }))
    .sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best !== undefined && best.far <= 2 ? best.name : undefined;
}

/** Levenshtein distance of two short words. */
function distance(a: string, b: string): number {
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
