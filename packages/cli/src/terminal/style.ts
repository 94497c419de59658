/** Adds colors and weights, or nothing if colors are off. */
export interface Style {
  readonly colors: boolean;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
  /** Colors an answer by its number. */
  answer(index: number, text: string): string;
}

/** Blue, orange, green, violet, yellow: readable on light and on dark. */
const ANSWER_COLORS = [34, 33, 32, 35, 36];

export function createStyle(colors: boolean): Style {
  const paint =
    (open: number, close: number) =>
    (text: string): string =>
      colors && text !== "" ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    colors,
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    yellow: paint(33, 39),
    green: paint(32, 39),
    answer: (index, text) => paint(ANSWER_COLORS[index % ANSWER_COLORS.length] ?? 39, 39)(text),
  };
}

/** Colors only in terminals, unless `FORCE_COLOR` is set, and never if `NO_COLOR` is set. */
export function wantsColor(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}
