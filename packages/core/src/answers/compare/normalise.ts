/*
 * The closed list of differences that don't count when two answers are compared by rule. Everything that is not
 * listed here counts: digits, operators, brackets, order, and the case inside a word.
 */
import { unwrapAnswer } from "../reply/unwrap.ts";

/** Words before an answer that add nothing to it. Each is followed by the answer itself. */
const LEAD_INS: readonly string[] = [
  "the answer is",
  "the final answer is",
  "my answer is",
  "my final answer is",
  "it is",
  "it's",
  "use",
  "choose",
  "go with",
  "i choose",
  "i would choose",
  "i'd choose",
  "i would use",
  "i'd use",
  "i would go with",
  "i'd go with",
  "i recommend",
];

const LEAD_IN = new RegExp(
  `^(?:${LEAD_INS.map((words) => words.replaceAll("'", "['’]").replaceAll(" ", "\\s+")).join("|")})(?::\\s*|\\s+)(?=\\S)`,
  "i",
);

/** A final stop directly after a letter, a digit or a closing mark: a letter may take two UTF-16 units. */
const FINAL_STOP = /[\p{L}\p{N})\]}"'”’»*`][.。]$/u;

/**
 * A word of two or more letters whose rest is lower case, between white space or punctuation. Behind a figure it may be
 * a unit, whose case counts: 5 Mg are not 5 mg.
 */
const CAPITALISED = /(?<![^\s("'“‘[«]|\d\s)\p{Lu}(?=\p{Ll}+(?:$|\s|[.,;:!?)"'”’\]»…]+(?:$|\s)))/gu;

/** An answer without the differences that don't count. Equal results mean the same answer. */
export function normaliseAnswer(answer: string): string {
  let text = unwrapAnswer(answer.normalize("NFC"));
  text = text.replace(LEAD_IN, "");
  if (FINAL_STOP.test(text.slice(-3))) text = text.slice(0, -1);
  text = foldSpace(unwrapAnswer(text));
  return text.replace(CAPITALISED, (letter) => letter.toLowerCase());
}

/** Runs of space count as one. In an answer of several lines, such as code, line breaks and indentation count. */
function foldSpace(text: string): string {
  const lines = text.trim().split("\n");
  if (lines.length === 1) return text.trim().replace(/\s+/g, " ");
  return lines
    .map((line) => line.trimEnd().replace(/(?<=\S)\s+/g, " "))
    .filter((line) => line !== "")
    .join("\n");
}
