import { yesOrNo } from "../kinds/yes-no.ts";
import { stemOf } from "./stem.ts";
import type { ProseQuestion } from "./question.ts";

const negation =
  "(?:do not|don['’]t|cannot|can['’]?t|could not|couldn['’]t|can not|was unable|wasn['’]t able|am unable|were unable|did not|didn['’]t)";
const knowing = "know|answer|determine|say|tell|predict|understand|recall|remember";
const lacking =
  "have (?:\\w+ ){0,3}(?:information|access|data|knowledge|details?|records?|answer|context|evidence|idea|ability|capability|capacity to|enough|up-to-date|real-time)";

/** The model speaks of itself, or asks for more. */
const ofItself = new RegExp(
  `\\b(?:${[
    "as an? (?:ai|artificial|language|large)\\b",
    "i(?:['’]m| am) (?:an? (?:ai|artificial|language|large)|sorry|afraid|unable|not (?:able|sure|certain|aware|capable))",
    "i apologi[sz]e",
    "my apologies",
    `i ${negation} (?:\\w+ ){0,2}(?:${knowing}|find|found|access|provide|confirm|verify|browse|locate|identify|${lacking})`,
    `we ${negation} (?:\\w+ ){0,2}(?:${knowing}|${lacking})`,
    "please (?:provide|check|note|refer|consult|let me|clarify|specify)",
    "could you (?:please )?(?:provide|clarify|specify)",
    "(?:can|could) (?:you )?(?:be )?(?:more specific)",
    "the question (?:is|seems|appears) (?:\\w+ )?(?:unclear|ambiguous|vague|incomplete)",
    "i would need (?:more|additional)",
  ].join("|")})`,
  "i",
);

/** What is asked can't be known. */
const ofTheMatter =
  /\b(?:(?:it is|it['’]s) (?:unclear|not clear|not known|unknown|(?:impossible|not possible) to (?:say|know|tell|determine|predict|answer))|(?:unclear|insufficient|not enough) (?:information|context|question|refer)|(?:there is|there['’]s) (?:no|not enough|insufficient) (?:\w+ )?(?:information|context)|no (?:answer|idea|clue)\b|cannot be determined|can['’]t be determined|unable to (?:find|answer|provide|determine|locate|verify))/i;

/** The same where a fact is asked for; to a question of yes or no, or of what to do, it is an answer. */
const ofTheFact =
  /\b(?:(?:there is|there['’]s) (?:no|not enough|insufficient) (?:\w+ )?(?:evidence|data|mention|record|indication)|(?:it is|it['’]s) (?:impossible to|not possible to)|not (?:specified|provided|mentioned|available|stated|given)\b(?=[^,;]{0,40}$))/i;

const lastWord = /[\p{L}]+$/u;

/** Where a sentence declines; words of the question in it make it an answer: "There is no such record." */
function declining(question: ProseQuestion, sentence: string): RegExpExecArray | null {
  const personal = ofItself.exec(sentence);
  if (personal !== null) return personal;
  if (yesOrNo(sentence) !== null) return null;
  const decides =
    question.expected === "yes_no" || question.expected === "choice" || question.decision;
  const found = ofTheMatter.exec(sentence) ?? (decides ? null : ofTheFact.exec(sentence));
  const word = found === null ? undefined : lastWord.exec(found[0])?.[0].toLowerCase();
  return word !== undefined && question.stems.has(stemOf(word)) ? null : found;
}

/** After such a turn a sentence that began by declining may answer all the same. */
const turn = /(?:,|;|\.|\s[-–—])\s*(?:but|however|nevertheless|that said)\b,?\s*(?=\S)/i;

const declinedWhole =
  /^\W*(?:unknown|n\/a|none given|no answer|not applicable|unclear|i pass|pass|idk|dunno)\W*$/i;
/** "Na" is sodium. */
const notAvailable = /^\W*(?:NA|na)\W*$/;

/**
 * Where the part of a sentence begins that doesn't decline: 0 for a sentence that answers, -1 for one that
 * says only what the model can't do, knows not or needs.
 */
export function answeringFrom(question: ProseQuestion, sentence: string): number {
  const declines = declining(question, sentence);
  if (declines === null)
    return declinedWhole.test(sentence) || notAvailable.test(sentence) ? -1 : 0;
  const after = declines.index + declines[0].length;
  const but = turn.exec(sentence.slice(after));
  if (but === null) return declines.index > 60 ? 0 : -1;
  const from = after + but.index + but[0].length;
  return declining(question, sentence.slice(from)) === null ? from : -1;
}

const promptWords = new Set(
  (
    "a an the of to in on as it is be can your my our you final short shorter shortest possible version answer answers reply " +
    "response task question number confidence reasoning text value here goes insert placeholder word words letter " +
    "option one sentence brief concise only without sure how from 0 1 and or for this that then with end line lines each own " +
    "these given provide please stated write ... tbd todo"
  ).split(" "),
);
const promptNouns = /\b(?:answer|reply|response|task|placeholder|question)s?\b/i;

const longestEcho = 200;

/** A quick look, before the question is taken apart. */
export const soundsLikePrompt = (text: string): boolean =>
  text.length <= longestEcho && promptNouns.test(text);

/** Words of the instructions and nothing else: "your answer", "the short answer, the shortest possible version of your task". */
export function echoesPrompt({ stems }: ProseQuestion, text: string): boolean {
  if (text.length > longestEcho) return false;
  const noun = promptNouns.exec(text)?.[0].toLowerCase();
  // "Which task comes first?" may well be answered by "Task 1".
  if (noun === undefined || (noun !== "answer" && stems.has(stemOf(noun)))) return false;
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => word === "" || promptWords.has(word));
}
