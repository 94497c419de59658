import { UserError } from "../user-error.ts";

/** Command names of other programs, and names of flags, with what to type instead. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  config: "rostrum init",
  configure: "rostrum init",
  follow: "rostrum --follow <id>",
  history: "rostrum runs",
  list: "rostrum runs",
  login: "rostrum doctor",
  models: "rostrum doctor",
  resume: "rostrum ask --resume <id>",
  server: "rostrum serve",
  setup: "rostrum init",
  start: "rostrum serve",
  version: "rostrum --version",
};

const BARE_WORD = /^[a-z][a-z-]*$/i;

/** Throws if the words look like a mistyped command rather than a question, before any model is paid. */
export function refuseMistypedCommand(words: readonly string[], commands: readonly string[]): void {
  const [word] = words;
  if (word === undefined || !BARE_WORD.test(word)) return;
  // Several words may well be a question: "Run or walk?". A word of its own is refused in any case.
  const suggestion =
    suggestCommand(word, commands) ?? (words.length === 1 ? suggestForWord(word, commands) : null);
  if (suggestion === null && words.length > 1) return;
  const problem = commands.includes(word)
    ? `Write the command "${word}" before any options. To see them: ${suggestion} --help`
    : `"${word}" is not a command.${suggestion === null ? "" : ` Did you mean "${suggestion}"?`}`;
  throw new UserError(problem, [
    `To ask it as a question: rostrum ask ${words.length === 1 ? word : `"${word} …"`}`,
  ]);
}

function suggestCommand(word: string, commands: readonly string[]): string | null {
  const lower = word.toLowerCase();
  if (commands.includes(lower)) return `rostrum ${lower}`;
  // With fewer letters, unrelated words are one typo apart.
  if (lower.length < 4) return null;
  const command = commands.find((name) => isOneTypoApart(lower, name));
  return command === undefined ? (OTHER_NAMES[word] ?? null) : `rostrum ${command}`;
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
