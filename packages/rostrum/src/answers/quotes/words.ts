/** Scripts without spaces between words: a quote may begin and end anywhere in them. */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`;
const PART = String.raw`[[\p{L}--${UNSPACED}]\p{M}\p{N}_]+`;

/**
 * A word as a quote may not cut it. What joins two parts belongs to it, as in "can't", "no-fault", "1.5" and
 * "9:30", and so does a number's minus sign.
 */
const WORD = new RegExp(
  String.raw`(?:(?<![\p{L}\p{M}\p{N}_])[\-−]\p{Sc}?(?=\p{N}))?` +
    String.raw`${PART}(?:(?:["'’\uffff‐‑\-]|(?<=\p{N})[.,:\/–](?=\p{N}))${PART})*`,
  "gv",
);
const UNSPACED_LETTER = new RegExp(String.raw`[\p{L}&&${UNSPACED}]`, "gv");

/** For each place of a text, and its end: 1 where a cut would fall inside a word or a character. */
export function markInsides(text: string): Uint8Array {
  const insides = new Uint8Array(text.length + 1);
  for (const { 0: word, index } of text.matchAll(WORD))
    insides.fill(1, index + 1, index + word.length);
  for (const { index } of text.matchAll(/(?<=[\ud800-\udbff])[\udc00-\udfff]/g)) insides[index] = 1;
  return insides;
}

/** How many words a quote has. */
export function wordCount(quote: string): number {
  return (quote.match(WORD)?.length ?? 0) + (quote.match(UNSPACED_LETTER)?.length ?? 0);
}
