import { figureProblems, type Figures } from "./figures.ts";

/**
 * Every phrase of README.md with a measured figure. The comments have the form of lib/figures.ts and say which saved
 * output a figure comes from; README contains the phrases without them.
 */
const PHRASES: readonly string[] = [
  "a tool found 33 %<!-- reviews: | 1 | / found, mean [middle 95 % of draws] --> on average",
  "three together found 60 %<!-- reviews: | 3 | / found, mean [middle 95 % of draws] -->",
  "the best: 44 %<!-- reviews: | 1 | / found, worst and best choice #2 -->",
  "57<!-- panels: | gpqa | 20.9 % --> against 42 %<!-- panels: | gpqa | 20.9 % #5 --> on the hardest",
  "98<!-- panels: | gsm8k | 72.1 % --> against 87 %<!-- panels: | gsm8k | 72.1 % #5 --> on gsm8k",
];

const PERCENT_OR_DECIMAL = /(?<![\w.$-])\d+(?:\.\d+| %)/g;

/** Lists measured figures of README.md that differ from their saved outputs or aren't in {@link PHRASES}. */
export function readmeFigureProblems(readme: string, figures: Figures): string[] {
  const plain = PHRASES.map((phrase) => phrase.replaceAll(/<!--.*?-->/g, ""));
  const missing = plain
    .filter((phrase) => !readme.includes(phrase))
    .map((phrase) => `"${phrase}" is in scripts/lib/readme-figures.ts, but not in the page`);
  const rest = plain.reduce((text, phrase) => text.replace(phrase, ""), prose(readme));
  const unlisted = [...rest.matchAll(PERCENT_OR_DECIMAL)].map(
    ([figure]) => `"${figure}" is not in scripts/lib/readme-figures.ts`,
  );
  const wrong = PHRASES.flatMap((phrase) => figureProblems(phrase, figures, () => true));
  return [...missing, ...unlisted, ...wrong];
}

/** The page without code, link targets and versions of Node. */
function prose(readme: string): string {
  return readme
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .replaceAll(/`[^`]*`/g, "")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/Node \d+\.\d+/g, "");
}
