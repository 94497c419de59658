/** Words that people use for an option. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["members", "debaters"],
  ["models", "debaters"],
  ["panel", "debaters"],
]);

const MAX_TYPOS = 2;

/** Says which of the known words was probably meant, or else which ones there are. */
export function suggestWord(word: string, knownWords: readonly string[]): string {
  const otherName = OTHER_NAMES.get(word) ?? "";
  const near = knownWords.includes(otherName) ? otherName : findNearestWord(word, knownWords);
  return near === undefined
    ? `expected one of ${knownWords.join(", ")}`
    : `did you mean "${near}"?`;
}

/** The word that was probably meant. `undefined` if none is near. */
export function findNearestWord(word: string, knownWords: readonly string[]): string | undefined {
  const [nearest] = knownWords
    .map((name) => ({ name, distance: computeDistance(name, word) }))
    .toSorted((a, b) => a.distance - b.distance);
  // Short words are all alike.
  const maxDistance = Math.min(MAX_TYPOS, word.length / 2);
  return nearest && nearest.distance <= maxDistance ? nearest.name : undefined;
}

/** Levenshtein distance of two short names. */
function computeDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
