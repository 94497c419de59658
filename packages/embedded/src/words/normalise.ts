const signs: readonly (readonly [RegExp, string])[] = [
  // First, so that the patterns that look behind over spaces stay fast on any text.
  [/\s+/g, " "],
  [/\\(?:times|cdot)\b|[×·⋅∙•✕✖∗＊]/g, "*"],
  [/[−–—‒﹣－]/g, "-"],
  [/＋/g, "+"],
  [/＝/g, "="],
  // Grouped thousands; "1,2" stays apart.
  [/(?<!\d|\d,)\d{1,3}(?:,\d{3})+(?!\d|,\d)/g, ""],
  // The letter as a sign, only between numbers: "3 x 4".
  [/(?<=\d ?)[xX](?= ?\d)/g, "*"],
];

/** Unifies the many signs for times, minus and so on, and removes thousands separators. */
export function normaliseSigns(text: string): string {
  return signs.reduce(
    (result, [pattern, sign]) =>
      result.replace(pattern, (match) => (sign === "" ? match.replaceAll(",", "") : sign)),
    text,
  );
}
