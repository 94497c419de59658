import type { AnswerReader } from "../../protocol/answer.ts";

/** A reply that is one fence and nothing else. */
const WHOLE_FENCE = /^(`{3,}|~{3,})[^\n]*\n(?:(?!\1)[^\n]*\n)*\1$/;

/**
 * A program. Two are the same by rule only if their lines are: what stands at a line's end, and empty lines around the
 * whole, don't count. A debate with a checker that runs them also groups those that did the same in it.
 */
export function codeReader(): AnswerReader<string> {
  return {
    basis: "exact",
    read({ answer, verbatim, from }, text) {
      const code = verbatim ?? answer;
      if (code === null || (from === "whole" && !WHOLE_FENCE.test(text.trim()))) return null;
      return { value: code, wording: code };
    },
    same: (a, b) => normaliseCode(a) === normaliseCode(b),
    key: normaliseCode,
  };
}

function normaliseCode(code: string): string {
  const lines = code.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== "");
  const last = lines.findLastIndex((line) => line !== "");
  return lines.slice(Math.max(first, 0), last + 1).join("\n");
}
