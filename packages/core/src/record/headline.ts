import { clipLine } from "../visible.ts";

const MAX_HEADLINE_CHARS = 200;

/** Kinds whose answers are prose or code, possibly of many lines. Answers of other kinds are values. */
const LONG_KINDS: ReadonlySet<string> = new Set(["auto", "text", "draft", "code"]);

/** Code and tables have no line that states the answer. */
const STARTS_WITH_BLOCK = /^(?:```|~~~|\|)/;

/**
 * Returns the answer in one line, for lists, tables and notices: the first line of a text, or the full typed
 * value. `null` for a text that begins with code or a table, and for lists of findings.
 */
export function findHeadline(answer: string | null, kind: string): string | null {
  const text = answer?.trim() ?? "";
  if (text === "" || kind === "findings") return null;
  if (!LONG_KINDS.has(kind)) return clipLine(text, MAX_HEADLINE_CHARS);
  if (STARTS_WITH_BLOCK.test(text)) return null;
  return clipLine(text.split("\n", 1)[0] ?? "", MAX_HEADLINE_CHARS);
}
