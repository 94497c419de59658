import { ConfigError } from "@rostrum/core/support";

export const COMMAND_PREFIX = "command:";

/** The program and its arguments in a `command:` id: words, with quotes around spaces, or a JSON list. */
export function parseCommand(id: string, field: string): string[] {
  return readCommand(id.slice(COMMAND_PREFIX.length), field, COMMAND_PREFIX);
}

/** The words of a command line. */
export function splitCommand(text: string, field: string): string[] {
  return readCommand(text, field, "");
}

/** `prefix` is a part of what the user wrote, for errors. */
function readCommand(line: string, field: string, prefix: string): string[] {
  const fail = (problem: string): never => {
    throw new ConfigError(field, `${problem}, got "${prefix}${line}"`);
  };
  const example = `expected a program and its arguments, such as "${prefix}claude -p"`;
  const text = line.trim();
  if (text.includes("\0")) throw new ConfigError(field, `${example}, got a null character`);
  const commandLine = text.startsWith("[")
    ? (parseList(text) ?? fail(`${example} or '${prefix}["claude", "-p"]'`))
    : splitWords(text, (quote) => fail(`expected a closing ${quote}`));
  return (commandLine[0] ?? "") === "" ? fail(example) : commandLine;
}

/** Formats the id of a command, which `parseCommand` reads back. */
export function formatCommandId(words: readonly string[]): string {
  const plain = words.every((word) => /^[^\s"'[\]*]+$/.test(word));
  return COMMAND_PREFIX + (plain ? words.join(" ") : JSON.stringify(words));
}

function parseList(text: string): string[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isWords(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

export function isWords(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((word) => typeof word === "string" && !word.includes("\0"))
  );
}

/** Splits a command line without a shell: nothing is expanded, and a backslash is an ordinary character. */
function splitWords(text: string, onUnclosed: (quote: string) => never): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (const char of text) {
    if (quote !== "") {
      if (char === quote) quote = "";
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= "";
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? "") + char;
    }
  }
  if (quote !== "") onUnclosed(quote);
  if (word !== null) words.push(word);
  return words;
}
