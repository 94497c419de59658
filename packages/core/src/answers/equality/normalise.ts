/*
 * Closed list of differences that are ignored when two answers are compared by rule. Everything else counts: digits,
 * operators, brackets, order, and the case inside a word.
 */
import { unwrapAnswer } from "../reply/unwrap.ts";

/** Phrases before an answer that add nothing to it. */
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

/** Final period after a letter, a digit or a closing mark. A letter may take two UTF-16 units. */
const FINAL_STOP = /[\p{L}\p{N})\]}"'”’»*`][.。]$/u;

/**
 * Capitalized word of two or more letters, between whitespace or punctuation. Excludes words after a figure,
 * which may be units whose case counts: 5 Mg are not 5 mg.
 */
const CAPITALISED = /(?<![^\s("'“‘[«]|\d\s)\p{Lu}(?=\p{Ll}+(?:$|\s|[.,;:!?)"'”’\]»…]+(?:$|\s)))/gu;

/** Normalizes an answer. Equal results mean the same answer. */
export function normaliseAnswer(answer: string): string {
  let text = unwrapAnswer(answer.normalize("NFC"));
  text = text.replace(LEAD_IN, "");
  if (FINAL_STOP.test(text.slice(-3))) text = text.slice(0, -1);
  text = foldSpace(unwrapAnswer(text));
  return text.replace(CAPITALISED, (letter) => letter.toLowerCase());
}

/** Collapses spaces. In an answer of several lines, such as code, line breaks and indentation count. */
function foldSpace(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.includes("\n")) return trimmed.replace(/\s+/g, " ");
  return trimmed
    .replace(/(?<=\S)[^\S\n]+/g, " ")
    .replace(/ \n(?:[^\S\n]*\n)*|\n(?:[^\S\n]*\n)+/g, "\n");
}
