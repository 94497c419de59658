const units = new Map<string, number>(
  (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
    "eighteen nineteen"
  )
    .split(" ")
    .map((word, value) => [word, value]),
);
for (const [i, word] of "twenty thirty forty fifty sixty seventy eighty ninety"
  .split(" ")
  .entries()) {
  units.set(word, (i + 2) * 10);
}
export const scales: ReadonlyMap<string, number> = new Map([
  ["dozen", 12],
  ["hundred", 1e2],
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
]);

/** The value of a single number word; `undefined` for any other word. */
export const wordNumber = (word: string): number | undefined => units.get(word);

/** The number that a text spells out ("minus one hundred and twenty-three"); `null` without one. */
export function spelledNumber(text: string): number | null {
  let total = 0;
  let group = 0;
  let seen = false;
  let sign = 1;
  for (const word of text.toLowerCase().split(/[^a-z]+/)) {
    const unit = units.get(word);
    const scale = scales.get(word);
    if (unit !== undefined) {
      // "one two" is not a number: the first word counts.
      if (seen && group % 100 !== 0 && !(group % 10 === 0 && unit < 10)) break;
      group += unit;
      seen = true;
    } else if (scale === 100 || scale === 12) {
      group = (seen ? group : 1) * scale;
      seen = true;
    } else if (scale !== undefined) {
      total += (seen ? group : 1) * scale;
      group = 0;
      seen = true;
    } else if (seen && word !== "and" && word !== "") break;
    else if (!seen && (word === "minus" || word === "negative")) sign = -1;
  }
  return seen ? sign * (total + group) : null;
}
