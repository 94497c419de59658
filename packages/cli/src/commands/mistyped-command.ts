import { existsSync } from "node:fs";
import { toOneLine } from "@rostrum/core/support";
import { UserError } from "../user-error.ts";

/** Names of flags, commands of other programs, and slips too short to be recognized, with what to type instead. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  aks: "rostrum ask",
  cancel: "rostrum show <id>",
  config: "rostrum init",
  configure: "rostrum init",
  evaluate: "rostrum eval",
  follow: 'rostrum --follow <id> "your question"',
  help: "rostrum --help",
  history: "rostrum runs",
  list: "rostrum runs",
  login: "rostrum doctor",
  models: "rostrum doctor",
  plan: "rostrum review --plan <file>",
  result: "rostrum show <id>",
  resume: "rostrum ask --resume <id>",
  server: "rostrum serve",
  start: "rostrum serve",
  status: "rostrum runs",
  version: "rostrum --version",
};

const BARE_WORD = /^[a-z][a-z\d-]*$/i;

/** Throws if the words look like a mistyped command or name a file, before any model is paid. */
export function refuseMistypedCommand(words: readonly string[], commands: readonly string[]): void {
  const [word] = words;
  if (word === undefined) return;
  if (words.length === 1 && /[./]/.test(word) && existsSync(word)) {
    const name = toOneLine(word);
    throw new UserError(`${name} is a file, not a question.`, [
      `To ask about it: rostrum "your question" --context ${name}`,
      `If the question is in it: rostrum --file ${name}`,
      `To review it: rostrum review ${name}`,
    ]);
  }
  if (!BARE_WORD.test(word)) return;
  // Several words may well be a question: "Run or walk?". A word of its own is refused in any case.
  const suggestion =
    suggestCommand(word, commands) ?? (words.length === 1 ? suggestForWord(word, commands) : null);
  if (suggestion === null && words.length > 1) return;
  const asQuestion = `To ask it as a question: rostrum ask ${words.length === 1 ? word : `"${word} …"`}`;
  if (commands.includes(word))
    throw new UserError(`"${word}" is a command, and a command comes before all options.`, [
      `To list its options: rostrum ${word} --help`,
      asQuestion,
    ]);
  throw new UserError(`"${word}" is not a command.`, [
    ...(suggestion === null ? [] : [`Did you mean: ${fillInId(suggestion, words)}`]),
    asQuestion,
  ]);
}

/** Puts the only word that follows the command into a suggestion that takes a run's id. */
function fillInId(suggestion: string, [, id = "", ...others]: readonly string[]): string {
  return others.length === 0 && /^\w[\w.:@-]*$/.test(id)
    ? suggestion.replace("<id>", id)
    : suggestion;
}

function suggestCommand(word: string, commands: readonly string[]): string | null {
  const lower = word.toLowerCase();
  if (commands.includes(lower)) return `rostrum ${lower}`;
  // With fewer letters, unrelated words are one typo apart.
  const isNear = (name: string): boolean =>
    lower === name || (lower.length >= 4 && isOneTypoApart(lower, name));
  const command = commands.find(isNear);
  if (command !== undefined) return `rostrum ${command}`;
  const otherName = Object.keys(OTHER_NAMES).find(isNear);
  return otherName === undefined ? null : (OTHER_NAMES[otherName] ?? null);
}

/** A more daring suggestion: a command that begins with the word ("rev"), or one that is a short typo away ("int"). */
function suggestForWord(word: string, commands: readonly string[]): string | null {
  const lower = word.toLowerCase();
  if (lower.length < 2) return null;
  const command =
    commands.find((name) => name.startsWith(lower)) ??
    commands.find((name) => isOneTypoApart(lower, name));
  return command === undefined ? null : `rostrum ${command}`;
}

/** True if the words differ by one letter (added, missing or replaced) or by two swapped neighbors. */
export function isOneTypoApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const rest = (text: string, skipped: number): string => text.slice(start + skipped);
  if (short.length < long.length) return rest(short, 0) === rest(long, 1);
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return rest(short, 1) === rest(long, 1) || (isSwapped && rest(short, 2) === rest(long, 2));
}
