import { ConfigError } from "@rostrum/core/support";

export const COMMAND_PREFIX = "command:";

const EXAMPLE = 'expected a program and its arguments, such as "command:claude -p"';

/** The program and its arguments in a `command:` id: words, with quotes around spaces, or a JSON list. */
export function parseCommand(id: string, field: string): string[] {
  const rest = id.slice(COMMAND_PREFIX.length).trim();
  const words = rest.startsWith("[") ? parseList(rest, id, field) : splitWords(rest, id, field);
  const [program = ""] = words;
  if (program === "") throw new ConfigError(field, `${EXAMPLE}, got "${id}"`);
  return words;
}

/** The words of a command line. */
export function splitCommand(text: string, field: string): string[] {
  return parseCommand(COMMAND_PREFIX + text, field);
}

/** The id of a command: what `parseCommand` reads back. */
export function formatCommandId(words: readonly string[]): string {
  const plain = words.every((word) => /^[^\s"'[\]*]+$/.test(word));
  return COMMAND_PREFIX + (plain ? words.join(" ") : JSON.stringify(words));
}

function parseList(text: string, id: string, field: string): string[] {
  try {
    const words: unknown = JSON.parse(text);
    if (isWords(words)) return words;
  } catch {
    // Told below.
  }
  throw new ConfigError(field, `${EXAMPLE} or 'command:["claude", "-p"]', got "${id}"`);
}

export function isWords(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((word) => typeof word === "string" && !word.includes("\0"))
  );
}

/** No shell reads it: nothing is expanded, and a backslash is a character like any other. */
function splitWords(text: string, id: string, field: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (const char of text) {
    if (char === "\0") throw new ConfigError(field, `${EXAMPLE}, got a null character`);
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
  if (quote !== "") throw new ConfigError(field, `expected a closing ${quote}, got "${id}"`);
  if (word !== null) words.push(word);
  return words;
}
