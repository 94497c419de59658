import type { AnswerReader } from "../../protocol/answer.ts";
import { readFence } from "../reply/lines.ts";

/**
 * A program. Two are the same by rule only if their lines are: what stands at a line's end, and empty lines around the
 * whole, don't count. A debate with a checker that runs them also groups those that did the same in it.
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

/** Whether a reply is one fence and nothing else. */
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
