const disclaimers =
  /\b(?:as an? (?:ai|artificial|language|large)\b|i(?:['’]m| am) (?:an? (?:ai|artificial|language|large)|sorry|afraid|unable|not (?:able|sure|certain|aware|capable))|i apologi[sz]e|my apologies|(?:i|we) (?:do not|don['’]t|cannot|can['’]?t|could not|couldn['’]t|can not|was unable|wasn['’]t able|am unable|were unable|did not|didn['’]t) (?:\w+ ){0,2}(?:know|have|find|found|access|provide|answer|determine|say|tell|confirm|verify|browse|locate|identify|predict|understand|recall|remember)|(?:there is|there['’]s) (?:no|not enough|insufficient) (?:\w+ )?(?:information|evidence|data|mention|record|context|indication)|(?:it is|it['’]s) (?:unclear|not clear|not known|unknown|impossible to|not possible to)|please (?:provide|check|note|refer|consult|let me|clarify|specify)|could you (?:please )?(?:provide|clarify|specify)|(?:can|could) (?:you )?(?:be )?(?:more specific)|not (?:specified|provided|mentioned|available|stated|given)\b(?=[^,;]{0,40}$)|(?:unclear|insufficient|not enough) (?:information|context|question|refer)|the question (?:is|seems|appears) (?:\w+ )?(?:unclear|ambiguous|vague|incomplete)|no (?:answer|idea|clue)\b|cannot be determined|can['’]t be determined|i would need (?:more|additional)|unable to (?:find|answer|provide|determine|locate|verify))/i;

/** After such a turn a sentence that began by declining may answer all the same. */
const turn = /(?:,|;|\.|\s[-–—])\s*(?:but|however|nevertheless|that said)\b,?\s*(?=\S)/i;

const declinedWhole =
  /^\W*(?:unknown|n\/?a|none given|no answer|not applicable|unclear|i pass|pass|idk|dunno)\W*$/i;

/**
 * Where the part of a sentence begins that doesn't decline: 0 for a sentence that answers, -1 for one that
 * says only what the model can't do, knows not or needs.
 */
export function answeringFrom(sentence: string): number {
  const declines = disclaimers.exec(sentence);
  if (declines === null) return declinedWhole.test(sentence) ? -1 : 0;
  const after = declines.index + declines[0].length;
  const but = turn.exec(sentence.slice(after));
  if (but === null) return declines.index > 60 ? 0 : -1;
  const from = after + but.index + but[0].length;
  return disclaimers.test(sentence.slice(from)) ? -1 : from;
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

/** Words of the instructions and nothing else: "your answer", "the short answer, the shortest possible version of your task". */
export function echoesPrompt(text: string): boolean {
  if (text.length > 200 || !promptNouns.test(text)) return false;
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => word === "" || promptWords.has(word));
}
