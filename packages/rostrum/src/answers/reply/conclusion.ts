import { sentenceEnd, sentenceStart } from "./sentence.ts";
import { tidyAnswer } from "./tidy.ts";

const connective =
  /^\s*(?:[-*#>]\s*)*(?:\*\*)?(?:so|thus|hence|therefore|consequently|accordingly|in conclusion|to conclude|in summary|in total|in all|altogether|overall|finally|as a result|this means|we conclude|we get|we have)\b[,:]?\s*(?:that\b)?/i;

const links = [" is ", " are ", " equals ", " equal to ", " was ", " be ", " = ", "= ", "=", " ≈ ", ": "];

const command = /\\[a-zA-Z]+/g;
const word = /[\p{L}]{2,}/gu;

/** A value rather than a phrase: maths or a number, with at most a few words (its unit) behind it. */
export function looksLikeValue(text: string): boolean {
  if (text.length === 0 || text.length > 160) return false;
  const bare = text.replace(/\\(?:text|mbox|mathrm|textbf)\s*\{[^{}]*\}/g, "").replace(command, " ");
  const words = bare.match(word) ?? [];
  if (words.length === 0) return /[\d\\]|^[(\[{]?[A-Za-z]/.test(text);
  return words.length <= 4 && /^[-+−$€£\\({[]*\s*\d[\d.,/]*\s*%?\s*[\p{L}]/u.test(bare);
}

function valueAtEnd(sentence: string): string | null {
  let best = -1;
  for (const link of links) {
    const at = sentence.lastIndexOf(link);
    if (at >= 0) best = Math.max(best, at + link.length);
  }
  if (best <= 0) return null;
  const value = tidyAnswer(sentence.slice(best).replace(/^\s*(?:equal to|approximately|about|exactly|only)\s+/, ""));
  const cut = value.replace(/[\s.,;]+$/, "");
  return looksLikeValue(cut) ? cut : null;
}

export interface Conclusion {
  content: string;
  start: number;
  /** It is a bare value, not a sentence. */
  value: boolean;
}

/** What unmarked prose comes to: a value at the end of its last sentences, or the sentence that concludes. */
export function concludes(text: string): Conclusion | null {
  let end = text.length;
  for (let back = 0; back < 3 && end > 0; back++) {
    while (end > 0 && /[\s.!?*_]/.test(text[end - 1] ?? "")) end--;
    const start = sentenceStart(text, end);
    const stop = Math.min(end, sentenceEnd(text, start));
    const sentence = text.slice(start, Math.max(stop, start)).trim();
    if (sentence !== "" && sentence.length < 600) {
      const opening = connective.exec(sentence);
      const value = back === 0 || opening !== null ? valueAtEnd(sentence) : null;
      if (value !== null) return { content: value, start, value: true };
      if (opening !== null && opening[0].length < sentence.length) {
        return { content: sentence.slice(opening[0].length).trim(), start, value: false };
      }
    }
    end = start;
  }
  return null;
}
