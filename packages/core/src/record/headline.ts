import { clipLine } from "../visible.ts";

const MAX_HEADLINE_CHARS = 200;

/** Kinds whose answers are prose or code, possibly of many lines. Answers of other kinds are values. */
const LONG_KINDS: ReadonlySet<string> = new Set(["auto", "text", "draft", "code"]);

/** Code and tables have no line that states the answer. Of a program, the first line stands for it. */
const STARTS_WITH_BLOCK = /^(?:```|~~~|\|)/;

/** The line under the head of a table. */
const TABLE_RULE = /^[ \t]*:?-+:?[ \t]*\|[ \t|:-]*$/;

/**
 * Returns the answer in one line, for lists, tables and notices: the first line of a text, or the full typed
 * value. `null` for a text that begins with code or a table, and for lists of findings. `reply`: the text that the answer
 * was read from, because reading takes a fence off that is around the whole answer.
 */
export function findHeadline(answer: string | null, kind: string, reply = ""): string | null {
  const text = answer?.trim() ?? "";
  if (text === "" || kind === "findings") return null;
  if (!LONG_KINDS.has(kind)) return clipLine(text, MAX_HEADLINE_CHARS);
  if (kind !== "code" && isFenced(text, reply)) return null;
  const [first = "", second = ""] = text.split("\n", 2);
  if (STARTS_WITH_BLOCK.test(text) || (first.includes("|") && TABLE_RULE.test(second))) return null;
  return clipLine(first, MAX_HEADLINE_CHARS);
}

const FENCE_BEFORE = /(?:^|[\n"]|\\n)[ \t]*(?:```|~~~)[^\n\\"]*\s*$/;
const FENCE_AFTER = /^\.?\s*(?:\\n)?[ \t]*(?:```|~~~)/;
const MAX_FENCE_CHARS = 100;

/** True if a reply has this answer inside a fence, as text or in a field of JSON. */
function isFenced(answer: string, reply: string): boolean {
  if (!/```|~~~/.test(reply)) return false;
  const inJson = JSON.stringify(answer).slice(1, -1);
  return [`\n${answer}`, `\\n${inJson}`].some((line) => {
    const at = reply.lastIndexOf(line);
    const end = at + line.length;
    return (
      at >= 0 &&
      FENCE_BEFORE.test(reply.slice(Math.max(0, at - MAX_FENCE_CHARS), at)) &&
      FENCE_AFTER.test(reply.slice(end, end + MAX_FENCE_CHARS))
    );
  });
}
