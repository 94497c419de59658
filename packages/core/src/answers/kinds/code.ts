import type { AnswerReader } from "../../protocol/answer.ts";
import { readFence } from "../reply/lines.ts";

/**
 * A program. By rule, programs are the same only if their lines are, ignoring trailing whitespace and empty
 * lines around the program. With a checker, programs that behave the same are grouped too.
 */
export function codeReader(): AnswerReader<string> {
  return {
    basis: "exact",
    read({ answer, verbatim, from }, text) {
      const code = verbatim ?? answer;
      if (code === null || (from === "whole" && !isWholeFence(text.trim()))) return null;
      return { value: code, wording: code };
    },
    same: (a, b) => normaliseCode(a) === normaliseCode(b),
    key: normaliseCode,
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

function normaliseCode(code: string): string {
  const lines = code.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== "");
  const last = lines.findLastIndex((line) => line !== "");
  return lines.slice(Math.max(first, 0), last + 1).join("\n");
}
