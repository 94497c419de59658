import type { QuotableText, Quotation } from "../../answers/index.ts";
import { mentionsOf, type Mention } from "../mentions.ts";

/** Who and what can be named as the source of a quote. */
export interface Named {
  names: readonly { name: string; texts(): QuotableText[] }[];
  /** What "the debaters" have said. */
  debaters(): QuotableText[];
  /** What "the document" says; `null` without one. */
  documents: (() => QuotableText[]) | null;
}

const ANY_DEBATER = /\b(?:debaters?|positions?|panel(?:ists?)?|repl(?:y|ies)|peers?)\b/i;
const ANY_DOCUMENT =
  /\b(?:context|documents?|material|contract|agreement|clauses?|sections?|articles?|paragraphs?|source|file|report|policy|text)\b/i;

/** What makes a sentence go on about the one that was named before. */
const GOES_ON =
  /\b(?:it|its|he|his|she|her|they|their|same|sa(?:id|ys)|writes|wrote|states?|stated|argues?|argued|claims?|claimed|notes?|noted|quotes?|quoted|reads?|according)\b/i;

/** How many sentences back a source may have been named. */
const MOST_BACK = 3;

/**
 * For each quotation of a text, the texts that it is said to be from; `null` if it is attributed to
 * nobody. A quotation is attributed to whom its sentence names: a debater by label or name, a document by
 * name, or "a debater", "the contract" and the like. A sentence that names nobody and has a word such as
 * "it says" goes on about the one before it in the same line. Where several are named, the words may stand
 * with any of them.
 */
export function attributions(
  text: string,
  quotations: readonly Quotation[],
  named: Named,
): (QuotableText[] | null)[] {
  const sentences = sentencesIn(withoutQuoted(text, quotations));
  const mentions = new Map<Sentence, Mention[]>();
  const mentionsIn = (sentence: Sentence): Mention[] => {
    const found = mentions.get(sentence) ?? namesIn(sentence.text, named);
    mentions.set(sentence, found);
    return found;
  };
  let at = 0;
  return quotations.map(({ from }) => {
    while (at + 1 < sentences.length && (sentences[at + 1]?.from ?? 0) <= from) at++;
    const own = sentences[at];
    if (!own) return null;
    const found = textsNamedIn(own.text, from - own.from, named, mentionsIn(own));
    if (found !== null || !GOES_ON.test(own.text)) return found;
    for (let back = at - 1; back >= Math.max(0, at - MOST_BACK); back--) {
      const before = sentences[back];
      if (!before || before.line !== own.line) return null;
      const earlier = textsNamedIn(before.text, before.text.length, named, mentionsIn(before));
      if (earlier !== null) return earlier;
    }
    return null;
  });
}

/** Names within a quotation are not the judge's; the mark that ends a quoted sentence ends the judge's. */
function withoutQuoted(text: string, quotations: readonly Quotation[]): string {
  let bare = "";
  let at = 0;
  for (const { from, to } of quotations) {
    bare += `${text.slice(at, from + 1)}${"…".repeat(Math.max(0, to - from - 3))}`;
    at = Math.max(from + 1, to - 2);
  }
  return bare + text.slice(at);
}

interface Sentence {
  text: string;
  from: number;
  line: number;
}

function sentencesIn(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let [from, line] = [0, 0];
  for (const end of text.matchAll(/[.!?]["'”’»)\]]*[ \t]+(?=[^\p{Ll}\s])|\n/gu)) {
    const to = end.index + end[0].length;
    sentences.push({ text: text.slice(from, to), from, line });
    if (end[0] === "\n") line += 1;
    from = to;
  }
  sentences.push({ text: text.slice(from), from, line });
  return sentences;
}

function namesIn(sentence: string, { names }: Named): Mention[] {
  const labels = names.map(({ name }) => name.toLowerCase());
  return mentionsOf(sentence.toLowerCase(), labels);
}

/** The one named nearest to the quotation, and better before it than after it, goes first. */
function textsNamedIn(
  sentence: string,
  at: number,
  { names, debaters, documents }: Named,
  mentions: readonly Mention[],
): QuotableText[] | null {
  const distance = ({ start }: { start: number }): number =>
    start < at ? at - start : sentence.length + start;
  const nearest = new Map<string, number>();
  for (const mention of mentions) {
    const known = nearest.get(mention.label) ?? Infinity;
    nearest.set(mention.label, Math.min(known, distance(mention)));
  }
  const inOrder = [...nearest].sort(([, a], [, b]) => a - b);
  const texts = inOrder.flatMap(
    ([label]) => names.find(({ name }) => name.toLowerCase() === label)?.texts() ?? [],
  );
  if (mentions.length > 0) return [...new Set(texts)];
  if (ANY_DEBATER.test(sentence)) return debaters();
  return documents !== null && ANY_DOCUMENT.test(sentence) ? documents() : null;
}
