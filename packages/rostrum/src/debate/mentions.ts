/** One place where a label stands in a text, whole. */
export interface Mention {
  label: string;
  start: number;
  end: number;
}

export const WORD: RegExp = /[\p{L}\p{N}]/u;

/** In order. The longest label goes first: "Debater A" must not be found in "Debater AB". */
export function mentionsOf(text: string, labels: readonly string[]): Mention[] {
  const found: Mention[] = [];
  const taken = new Uint8Array(text.length);
  for (const label of [...labels].sort((a, b) => b.length - a.length)) {
    for (let start = text.indexOf(label); start >= 0; start = text.indexOf(label, start + 1)) {
      const end = start + label.length;
      // What is taken is at least as long as this label: it reaches one of its ends.
      if (taken[start] || taken[end - 1] || !standsWhole(text, start, end)) continue;
      taken.fill(1, start, end);
      found.push({ label, start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Underscores belong to a name, unless the same number on both sides makes them emphasis. */
function standsWhole(text: string, start: number, end: number): boolean {
  let marks = 0;
  while (text[start - marks - 1] === "_" && text[end + marks] === "_") marks += 1;
  const outside = [text[start - marks - 1] ?? "", text[end + marks] ?? ""];
  if (outside.includes("_")) return false;
  const inside = [text[start] ?? "", text[end - 1] ?? ""];
  // Next to a label's own punctuation anything may stand.
  return outside.every((char, side) => !WORD.test(char) || !WORD.test(inside[side] ?? ""));
}
