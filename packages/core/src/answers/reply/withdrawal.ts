import type { LabelledAnswer } from "./labels.ts";
import type { Line } from "./lines.ts";

/*
 * Closed lists of phrases by which a reply withdraws a labelled answer. Only text after the answer counts, because
 * replies correct themselves on the way to it.
 */

const WRONG = "(?:wrong|incorrect|mistaken|not (?:right|correct)|an? (?:error|mistake|typo))";
/** A condition after it: "is wrong only if rows count twice". */
const IS_WRONG =
  `(?:(?:(?:is|was)|(?<=that|this|it)['’]s) ${WRONG}|(?:(?:is|was)n['’]t|can(?:not|['’]t) be) (?:right|correct))` +
  "\\b(?! (?:if|only|unless|when))";

const STATEMENT = "(?:answer|claim|reply|response|result|solution|value)";
const SENTENCE_END = "(?=[.,;:!)—–]|$)";

/** Words before a withdrawal: "Wait, actually, …". */
const INTERJECTIONS =
  "(?:(?:wait|actually|hmm+|no|oh|oops|sorry|on (?:reflection|second thoughts?|a closer look))[\\s,.!…:—–-]{1,4})";

/** Directly after the answer: "\boxed{94} is wrong". */
const DIRECTLY_AFTER = new RegExp(`^[\\s$*_)\\]]{0,9}${IS_WRONG}`, "i");

/** Phrases that name the answer. They count in its further lines too. */
const NAMING = new RegExp(
  [
    `(?<!\\b(?:if|that|unless|whether) )\\bmy(?: \\w+)? answer(?: above| given)? ${IS_WRONG}`,
    `^${INTERJECTIONS}{0,3}(?:the|this|that)(?: final| boxed| previous| first| above)? (?:answer|(?<=boxed )(?:value|result))(?: above| given)? ${IS_WRONG}`,
    `\\bi (?:hereby )?(?:retract|withdraw|take back) (?:my|the|that|this)(?: \\w+)? ${STATEMENT}\\b`,
    `(?:^${INTERJECTIONS}{0,3}|please )(?:disregard|ignore) (?:my|the|that|this)(?: \\w+)? ${STATEMENT}\\b`,
  ].join("|"),
  "i",
);

/** At the start of the text directly after the answer, to which they refer. */
const REFERRING = new RegExp(
  "^(?:" +
    [
      `${INTERJECTIONS}{1,3}(?:that|this|it) ?${IS_WRONG}`,
      `${INTERJECTIONS}{0,3}(?:i (?:was|am) ${WRONG}|i made an? (?:\\w+ )?(?:error|mistake|slip)(?: above)?|i take (?:that|this|it|my answer) back|i (?:hereby )?(?:retract|withdraw|take back) (?:that|this|it)|(?:please )?(?:scratch|strike) that)${SENTENCE_END}`,
    ].join("|") +
    ")",
  "i",
);

/** At the start of a later line: "Edit: …". */
const OPENINGS = /^(?:(?:edit|correction|erratum)[*_`]{0,3}\s?[:：—–-]|scratch that\b)/i;

/** Other figures in the answer's place. */
const FIGURE = "[$\\\\*]{0,4}([-−]?\\d[\\d.,]*)";
const CORRECTIONS = new RegExp(
  [
    `\\b(?:it|that|the answer|the (?:final |boxed )?(?:value|result)) should (?:actually |really |instead )?(?:be|have been) ${FIGURE}`,
    `\\bthe (?:actual|correct|right|true) (?:answer|result|value) (?:is|should be|was) ${FIGURE}`,
    `^update[*_\`]{0,3}\\s?[:：] ?${FIGURE}`,
  ].join("|"),
  "gi",
);

/** Marks before a sentence: "(*Edit*: …". */
const LEADING_MARKS = /^[\s#>*_`([-]{0,9}/;

/** Longer lines are skipped. */
const MAX_LINE_CHARS = 2000;

/** True if a reply withdraws its labelled answers. */
export function isWithdrawn(lines: readonly Line[], labels: readonly LabelledAnswer[]): boolean {
  if (labels.some(({ textAfter = "" }) => DIRECTLY_AFTER.test(textAfter))) return true;
  const answer = labels[0]?.answer ?? "";
  const [, ...furtherLines] = answer.split("\n");
  if (furtherLines.some((text) => isShort(text) && NAMING.test(trimMarks(text)))) return true;
  const last = labels.reduce((end, { to }) => Math.max(end, to), -1);
  const after = labels.flatMap(({ to, textAfter = "" }) => (to === last ? [textAfter] : []));
  const later = lines
    .slice(last + 1)
    .filter(({ isQuoted, isCode, label }) => !isQuoted && !isCode && label?.name !== "confidence");
  const texts = [...after, ...later.map(({ text }) => text)]
    .map(trimMarks)
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
  return texts.some(
    (text, index) =>
      isShort(text) &&
      (OPENINGS.test(text) ||
        NAMING.test(text) ||
        (index === 0 && REFERRING.test(text)) ||
        givesOtherFigure(text, answer)),
  );
}

const isShort = (text: string): boolean => text.length <= MAX_LINE_CHARS;

const trimMarks = (text: string): string => text.replace(LEADING_MARKS, "");

/** True if a sentence puts another figure in the place of an answer that is one. */
function givesOtherFigure(text: string, answer: string): boolean {
  const figures = answer.match(/[-−]?\d[\d.,]*/g) ?? [];
  if (figures.length === 0 || answer.includes("\n")) return false;
  return [...text.matchAll(CORRECTIONS)].some(([, ...groups]) => {
    const other = groups.find(Boolean) ?? "";
    return !figures.some((figure) => isRounded(figure, other) || isRounded(other, figure));
  });
}

/** True if the second figure is the first one, rounded or not. */
function isRounded(figure: string, rounded: string): boolean {
  const [value, target] = [figure, rounded].map((each) =>
    each.replace("−", "-").replaceAll(",", "").replace(/\.$/, ""),
  ) as [string, string];
  return value === target || Number(value).toFixed(target.split(".")[1]?.length ?? 0) === target;
}

const JUDGED = new RegExp(`^${WRONG}\\b`, "i");
const JUDGEMENT = new RegExp(`\\banswer is ${WRONG}\\b`, "i");

/** Labels without sentences about an answer that was given before: "My answer is wrong." */
export function withoutJudgements(
  lines: readonly Line[],
  labels: readonly LabelledAnswer[],
): readonly LabelledAnswer[] {
  const stated = labels.filter(({ answer }) => !JUDGED.test(answer));
  const from = stated.reduce((least, { to }) => Math.min(least, to), Infinity);
  return labels.filter(
    (label) =>
      label.from <= from ||
      !JUDGED.test(label.answer) ||
      !JUDGEMENT.test((lines[label.from]?.text ?? "").slice(0, MAX_LINE_CHARS)),
  );
}
