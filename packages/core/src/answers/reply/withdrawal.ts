import type { LabelledAnswer } from "./labels.ts";
import type { Line } from "./lines.ts";

/*
 * Closed list of phrases by which a reply withdraws a labelled answer. Only text after the answer counts, because
 * replies correct themselves on the way to it.
 */

const WRONG = "(?:wrong|incorrect|mistaken|not (?:right|correct)|an? (?:error|mistake|typo))";

/** Directly after the answer: "\boxed{94} is wrong". */
const DIRECTLY_AFTER = new RegExp(`^[\\s$*_)\\]]{0,9}(?:is|was) ${WRONG}\\b`, "i");

/** At the start of a later line: "Edit: …". */
const OPENINGS = /^[\s#>*_`-]{0,9}(?:(?:edit|correction|erratum)\s?[:：—–-]|scratch that\b)/i;

/** Anywhere in a later line. */
const PHRASES = new RegExp(
  [
    `\\b(?:my|the)(?: final| boxed| previous| first)? answer(?: above| given)? (?:is|was) ${WRONG}\\b`,
    `\\bthe boxed (?:value|result) (?:is|was) ${WRONG}\\b`,
    "\\bi (?:retract|withdraw|take back) (?:my|the|that) ",
    "\\b(?:it|that|the answer|the (?:final |boxed )?(?:value|result)) should (?:actually |really |instead )?(?:be|have been) [$\\\\*]{0,4}[-−]?\\d",
  ].join("|"),
  "i",
);

/** Longer lines are skipped. */
const MAX_LINE_CHARS = 2000;

/** True if a reply withdraws its labelled answers. */
export function isWithdrawn(lines: readonly Line[], labels: readonly LabelledAnswer[]): boolean {
  if (labels.some(({ textAfter = "" }) => DIRECTLY_AFTER.test(textAfter))) return true;
  const last = labels.reduce((end, { to }) => Math.max(end, to), -1);
  const after = labels.flatMap(({ to, textAfter = "" }) => (to === last ? [textAfter] : []));
  const later = lines.slice(last + 1).filter(({ isQuoted, isCode }) => !isQuoted && !isCode);
  return [...after, ...later.map(({ text }) => text)].some(
    (text) => text.length <= MAX_LINE_CHARS && (OPENINGS.test(text) || PHRASES.test(text)),
  );
}
