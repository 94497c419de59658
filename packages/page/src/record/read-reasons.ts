import type { Position } from "@rostrum/core/protocol";

/** A reply of one line that states the answer and nothing else. */
const ONLY_ANSWER = /^\W{0,3}(?:final )?answer\W{0,3}:[^\n]*$/i;

/** What a reply says next to its answer. One that is nothing but its answer says nothing more. */
export function readReasons({ reasoning, text, answer }: Position): string {
  if (reasoning !== "") return reasoning;
  const whole = text.trim();
  return answer !== null && (ONLY_ANSWER.test(whole) || whole === answer) ? "" : text;
}
