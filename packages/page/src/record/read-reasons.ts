import type { Position } from "@rostrum/core/protocol";

/** Matches a reply of one line that only states the answer. */
const ONLY_ANSWER = /^\W{0,3}(?:final )?answer\W{0,3}:[^\n]*$/i;

/** Reasons that a reply gives for its answer. Empty if it only states the answer. */
export function readReasons({ reasoning, text, answer }: Position): string {
  if (reasoning !== "") return reasoning;
  const fullText = text.trim();
  return answer !== null && (ONLY_ANSWER.test(fullText) || fullText === answer) ? "" : text;
}
