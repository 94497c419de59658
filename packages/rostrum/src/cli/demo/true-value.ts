/** The right answer to a sum such as `What is 12 + 15 × 21?`; `null` when there is none in it. */
export function trueValue(question: string): number | null {
  const signs = question
    .replaceAll(/(?<=\d),(?=\d{3})/g, "")
    .replaceAll(/[×·]/g, "*")
    .replaceAll("−", "-");
  const sum = /\d+(?:\s*[-+*]\s*\d+)+/.exec(signs)?.[0];
  if (sum === undefined) return null;
  const terms = sum.replaceAll(/\s/g, "").match(/[-+]?\d+(?:\*\d+)*/g) ?? [];
  return terms.reduce((total, term) => {
    const sign = term.startsWith("-") ? -1 : 1;
    const product = term
      .replace(/^[-+]/, "")
      .split("*")
      .reduce((value, factor) => value * Number(factor), 1);
    return total + sign * product;
  }, 0);
}
