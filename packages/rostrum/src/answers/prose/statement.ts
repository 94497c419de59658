import { yesOrNo } from "../kinds/yes-no.ts";
import { isYesOrNo } from "./options.ts";
import { isNamed } from "./pick-option.ts";
import type { ProseQuestion } from "./question.ts";
import { sentencesIn } from "./sentences.ts";
import type { Span } from "./sentences.ts";
import { answeringFrom } from "./unread.ts";
import type { Word } from "./words.ts";

/** The sentence, or the part of one, that answers. */
interface Statement extends Span {
  words: Word[];
  score: number;
}

const leadIn =
  /^[\s"'“*_#>-]*(?:(?:however|therefore|thus|so|hence|overall|in (?:conclusion|summary|short|fact|general)|actually|sure|certainly|of course|great question|well|note that|i (?:think|believe|would say)(?: that)?|it (?:is|seems|appears) (?:likely |possible |believed |thought )?that)[,:]?\s+|(?:according to|based on|as of|as per|from)\s[^,]{2,70},\s+|(?:the )?(?:short |final |correct |best |simple )*answer(?: to (?:the|your|this) question)?(?: is|:)\s*)+/i;

const answerCue =
  /\b(?:answer|conclusion)\b|^\W*(?:therefore|thus|in short|in conclusion|in summary|overall|so,)/i;

const verbs = /\s(?:is|was|are|were|has|have|had|will|plays|played|includes?)\s/i;

/** Length of a heading that says the question again: "Owner of the club: Dai Yongge". */
function headingLength(raw: string, start: number, words: readonly Word[]): number {
  const colon = raw.indexOf(": ");
  if (colon < 0 || colon > 200) return 0;
  const head = raw.slice(0, colon);
  // The colon of a title in quotation marks heads nothing.
  if (verbs.test(head) || (head.match(/["“”]/g)?.length ?? 0) % 2 === 1) return 0;
  if (yesOrNo(head) !== null || /^\W*not\b/i.test(head)) return 0;
  let known = 0;
  let content = 0;
  let strange = 0;
  let after = false;
  for (const { lexeme, start: at } of words) {
    if (lexeme.stop) continue;
    if (at - start >= colon) {
      after = true;
      break;
    }
    content++;
    if (lexeme.asked || lexeme.filler) {
      known++;
      strange = 0;
    } else if (lexeme.capital && ++strange > 1) return 0;
  }
  return after && known * 2 >= content ? colon + 2 : 0;
}

function fits(question: ProseQuestion, word: Word, first: boolean): boolean {
  switch (question.expected) {
    case "number":
    case "date":
    case "year":
      return word.lexeme.number;
    case "person":
    case "place":
      return word.lexeme.capital && !first;
    default:
      return false;
  }
}

const recommends =
  /\b(?:recommend|suggest|advise|choose|pick|prefer|go (?:with|for)|opt for|stick with|favou?r|my (?:choice|pick|vote|preference)|(?:i|we|you)(?:['’]d| would| should)|better (?:choice|option|fit))\b/i;

/** Of the sentences that name an alternative the one that recommends it answers, else the first. */
function optionScore({ options }: ProseQuestion, raw: string, words: readonly Word[]): number {
  if (options.length === 0 || isYesOrNo(options)) return 0;
  const said = words.map(({ lexeme }) => lexeme.stem);
  if (!options.some((option) => isNamed(option, said))) return 0;
  return recommends.test(raw) ? 2.5 : 1.5;
}

/** The sentence that answers repeats words of the question, adds something, and adds what was asked for. Earlier ones come first. */
function scoreOf(
  question: ProseQuestion,
  raw: string,
  words: readonly Word[],
  position: number,
): number {
  const seen = new Set<string>();
  let fresh = false;
  let fit = false;
  for (const word of words) {
    const { lexeme } = word;
    if (lexeme.stop) continue;
    if (lexeme.asked) seen.add(lexeme.stem);
    else if (!lexeme.filler) {
      fresh = true;
      fit ||= fits(question, word, word === words[0]);
    }
  }
  const coverage = question.stems.size === 0 ? 0 : seen.size / question.stems.size;
  return (
    (isYesOrNo(question.options) && yesOrNo(raw) !== null ? 3 : 0) +
    optionScore(question, raw, words) +
    // A sentence that names both alternatives repeats more of the question and answers less.
    (question.options.length > 0 && !isYesOrNo(question.options) ? 0.5 : 1.5) * coverage +
    (fresh ? 0.7 : 0) +
    (fit ? 0.5 : 0) +
    (answerCue.test(raw) ? 0.5 : 0) -
    0.18 * Math.min(position, 6)
  );
}

/** A sentence without what only leads to its answer; `null` where it declines or is empty. */
function trimmed(
  question: ProseQuestion,
  text: string,
  { start, end }: Span,
  words: Word[],
): Omit<Statement, "score"> | null {
  let raw = text.slice(start, end);
  let from = start;
  let said = words;
  const cut = (length: number): void => {
    if (length === 0) return;
    from += length;
    raw = raw.slice(length);
    said = said.filter((word) => word.start >= from);
  };
  const answering = answeringFrom(question, raw);
  if (answering < 0) return null;
  cut(answering);
  const lead = leadIn.exec(raw)?.[0].length ?? 0;
  if (lead < raw.trimEnd().length) cut(lead);
  cut(headingLength(raw, from, said));
  return said.length === 0 ? null : { start: from, end, words: said };
}

/** "Yes." alone: its condition may be in the next sentence. */
const isBareYesOrNo = (text: string, { start, end, words }: Statement): boolean =>
  words.length <= 2 && yesOrNo(text.slice(start, end)) !== null;

/** Finds the statement that answers; `null` where the reply declines, or says nothing. */
export function statementIn(
  question: ProseQuestion,
  text: string,
  words: readonly Word[],
): Span | null {
  let best: Statement | null = null;
  let goesOn = false;
  let at = 0;
  let position = 0;
  for (const sentence of sentencesIn(text)) {
    const from = at;
    while (at < words.length && (words[at]?.end ?? 0) <= sentence.end) at++;
    if (at === from) continue;
    const said = trimmed(question, text, sentence, words.slice(from, at));
    if (said === null) continue;
    const score = scoreOf(question, text.slice(said.start, said.end), said.words, position++);
    if (best !== null && goesOn) {
      best.end = said.end;
      goesOn = false;
    } else if (best === null || score > best.score) {
      best = { ...said, score };
      goesOn = isBareYesOrNo(text, best);
    } else goesOn = false;
  }
  return best;
}
