import type { AnswerReader } from "../../protocol/answer.ts";
import { readFence } from "../reply/lines.ts";
import { remember } from "./remember.ts";

/**
 * A program. By rule, programs are the same only if their lines are, ignoring trailing whitespace and empty
 * lines around the program. With a checker, programs that behave the same are grouped too.
 */
export function codeReader(): AnswerReader<string> {
  const normalise = remember(normaliseCode);
  return {
    basis: "exact",
    read({ answer, verbatim, from }, text) {
      const code = verbatim ?? answer;
      if (code === null || (from === "whole" && !isWholeFence(text.trim()))) return null;
      return { value: code, wording: code };
    },
    same: (a, b) => normalise(a) === normalise(b),
    key: (code) => normalise(code),
  };
}

/** True if a reply is a single code fence. */
function isWholeFence(text: string): boolean {
  const fence = readFence(text);
  const last = text.lastIndexOf("\n");
  if (fence === null || last < 0 || text.slice(last + 1) !== fence) return false;
  const inside = text.slice(text.indexOf("\n"), last);
  return !inside.includes(`\n${fence}`);
}

/** Whitespace at the end of a line. It begins where the whitespace does, so that no run is read twice. */
const LINE_END_SPACE = /(?<![^\S\n])[^\S\n]+(?![^\n])/g;

function normaliseCode(code: string): string {
  const text = code.replace(/\r\n?/g, "\n").replace(LINE_END_SPACE, "").trimEnd();
  let start = 0;
  while (text[start] === "\n") start++;
  return text.slice(start);
}
