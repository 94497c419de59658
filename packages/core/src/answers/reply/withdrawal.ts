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
/** An interjection alone on its line refers to the next one. */
const PAUSE = new RegExp(`^${INTERJECTIONS}{1,3}$`, "i");

/** Directly after the answer: "\boxed{94} is wrong". */
const DIRECTLY_AFTER = new RegExp(`^[\\s$*_)\\]]{0,9}${IS_WRONG}`, "i");

/** Phrases that name the answer. They count in its further lines too. */
const NAMING = new RegExp(
  [
    `(?<!\\b(?:if|that|unless|whether) )\\bmy(?: \\w+)? answer(?: above| given)? ${IS_WRONG}`,
    `^${INTERJECTIONS}{0,3}(?:the|this|that)(?: final| boxed| previous| first| above)? (?:answer|(?<=boxed )(?:value|result))(?: above| given)? ${IS_WRONG}`,
    `\\bi (?:hereby )?(?:retract|withdraw|take back) (?:my|the|that|this)(?: \\w+)? ${STATEMENT}\\b`,
    `(?:^${INTERJECTIONS}{0,3}|please )(?:disregard|ignore) (?:my|the|that|this)(?: \\w+)? ${STATEMENT}\\b`,
    `(?:^|[.!?] )${INTERJECTIONS}{0,3}(?:the above ${IS_WRONG}|(?:please )?(?:disregard|ignore) (?:(?:all of )?the|everything) above)${SENTENCE_END}`,
  ].join("|"),
  "i",
);

/** At the start of the text directly after the answer, to which they refer. */
const REFERRING = new RegExp(
  "^(?:" +
    [
      `${INTERJECTIONS}{1,3}(?:that|this|it) ?${IS_WRONG}`,
      `${INTERJECTIONS}{1,3}(?:i (?:have )?changed? my mind|i meant)\\b`,
      `${INTERJECTIONS}{0,3}(?:i (?:was|am) ${WRONG}(?: above| there)?|my (?:bad|error|mistake)|never ?mind|(?:please )?(?:disregard|ignore) (?:that|this)|i mis(?:read|understood) (?:the|this|your) (?:problem|question|task)|i made an? (?:\\w+ )?(?:error|mistake|slip)(?: above)?|i take (?:that|this|it|my answer) back|i (?:hereby )?(?:retract|withdraw|take back) (?:that|this|it)|(?:please )?(?:scratch|strike) that)${SENTENCE_END}`,
    ].join("|") +
    ")",
  "i",
);

/** "That's incorrect.": a denial such as "False" means a claim of the question instead. */
const BARE = new RegExp(`^(?:that|this|it) ?${IS_WRONG}${SENTENCE_END}`, "i");
const DENIAL =
  /n['’]t\b|\b(?:no|not|never|none|nobody|nothing|cannot|false|incorrect|wrong|untrue|invalid|mistaken|error|mistake|myth|flaw(?:ed)?|reject(?:ed)?|refuted?|disagree|deny|contradicted|fail(?:s|ed)?)\b/i;

/** At the start of a later line: "Edit: …". */
const OPENINGS =
  /^(?:(?:edit|correction|erratum)[*_`]{0,3}\s?[:：—–-]|correcting myself\b|scratch that\b)/i;

/** Other figures in the answer's place. */
const FIGURE = "[$\\\\*]{0,4}([-−]?\\d[\\d.,]*)";
/** A figure that begins no calculation: "Actually, it's 12 × 7 = 84." */
const RESULT = `${FIGURE}(?![\\d.,]|\\s{0,2}(?:[-+−*/×·÷=^(x]\\s{0,2}\\d|\\\\times|\\\\cdot|(?:times|plus|minus|divided|more|less|out|per|of)\\b))`;
const I_CHANGE =
  "i(?: now|['’]m| am)? (?:chang(?:e|ing)|correct(?:ing)?|revis(?:e|ing)) my (?:final )?answer";
const CORRECTIONS = new RegExp(
  [
    `\\b(?:it|that|the answer|the (?:final |boxed )?(?:value|result)) should (?:actually |really |instead )?(?:be|have been) ${FIGURE}`,
    `\\bthe (?:actual|correct|right|true) (?:answer|result|value) (?:is|should be|was) ${FIGURE}`,
    `^(?:update|(?:amended|corrected|revised)(?: (?:figure|result|total|value))?)[*_\`]{0,3}\\s?[:：][*_\`]{0,3} ?${FIGURE}`,
    `^(?!no\\.)${INTERJECTIONS}{1,3}(?:(?:it|that|this)(?:['’]s| is) |make (?:it|that) )?${RESULT}`,
    `^${INTERJECTIONS}{0,3}i meant (?:to (?:say|write) )?${FIGURE}`,
    `(?<!\\b(?:if|unless) )\\b${I_CHANGE} (?:from [^.\\n]{1,40} )?to ${FIGURE}`,
    `\\bi now (?:believe|think)(?: that)? (?:it|the answer)(?:['’]s| is) ${RESULT}`,
    `\\bi should have (?:answered|said|written) ${FIGURE}`,
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
  const texts = [...after.map(trimClosing), ...later.map(({ text }) => text)]
    .map(trimMarks)
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
  const [first = "", second = ""] = texts;
  if (isShort(first) && PAUSE.test(`${first} `)) texts.splice(0, 2, `${first} ${second}`);
  return texts.some(
    (text, index) =>
      isShort(text) &&
      (OPENINGS.test(text) ||
        NAMING.test(text) ||
        (index === 0 && refersToAnswer(text, answer)) ||
        givesOtherFigure(text, answer) ||
        givesOtherWords(text, answer)),
  );
}

/** True if the text directly after an answer withdraws it. */
function refersToAnswer(text: string, answer: string): boolean {
  return REFERRING.test(text) || (BARE.test(text) && !DENIAL.test(answer));
}

const isShort = (text: string): boolean => text.length <= MAX_LINE_CHARS;

/** Removes what closes a box, a formula or its sentence. */
const trimClosing = (text: string): string => text.replace(/^[\s$*_.,;)\]]{0,9}/, "");

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

/** Another answer in words: "On second thought, wait." */
const OTHER_WORDS = new RegExp(
  `^${INTERJECTIONS}{0,2}(?:on (?:reflection|second thoughts?)[,:—–-]? |${I_CHANGE} to |(?:amended|corrected|revised)[*_\`]{0,3}\\s?[:：][*_\`]{0,3} ?)([^.,;:!?]{1,60})`,
  "i",
);
/** Sentence that denies the answer: "Actually, it's wait, not ship." */
const AFTER_INTERJECTION = new RegExp(`^${INTERJECTIONS}{1,3}([^.;:!?]{1,200})`, "i");

/** Words that confirm the answer instead: "On reflection, I agree." */
const CONFIRMING = /\b(?:agreed?|confident|correct|holds?|right|same|stands?|still|sure)\b/i;

const MAX_ANSWER_WORDS = 4;

/** True if a sentence puts other words in the place of a short answer. */
function givesOtherWords(text: string, answer: string): boolean {
  const words = splitWords(answer);
  if (words.length === 0 || words.length > MAX_ANSWER_WORDS) return false;
  const denied = splitWords(AFTER_INTERJECTION.exec(text)?.[1] ?? "");
  if (hasRun(denied, ["not", ...words])) return true;
  const named = OTHER_WORDS.exec(text)?.[1] ?? "";
  const other = /\d/.test(named) || CONFIRMING.test(named) ? [] : splitWords(named);
  return other.length > 0 && other.length <= MAX_ANSWER_WORDS && !hasRun(other, words);
}

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const hasRun = (words: readonly string[], run: readonly string[]): boolean =>
  ` ${words.join(" ")} `.includes(` ${run.join(" ")} `);

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
