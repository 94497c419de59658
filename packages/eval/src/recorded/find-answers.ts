import { getKindName } from "@rostrum/core/answers";
import type { AnswerKind } from "@rostrum/core/protocol";

const FIGURE = /[-−–]?\d[\d,]*(?:\.\d+)?(?:\/\d+)?/g;
const SPAN = /(?<!\\)\$\$?((?:[^$\\]|\\.)+)\$\$?|\\\((.+?)\\\)|\\\[(.+?)\\\]/g;
/** "the value of $x$ is 26" */
const STATED = /\b(?:is|be|equals?|to)\s+(-?\d[\d,]*(?:\.\d+)?)(?![\d.]*\d)/;

/** Only this many characters of a phrase are searched for figures, formulas and options. */
const MAX_PHRASE_CHARS = 1000;

/** Lists parts of a phrase that may be an answer of this kind, the likeliest first. */
export function narrowAnswer(phrase: string, kind: AnswerKind<unknown>): string[] {
  const short = phrase.trim().slice(0, MAX_PHRASE_CHARS);
  switch (getKindName(kind)) {
    case "number":
      return [stripMarkup(short), ...findLastFigure(short)];
    case "math":
      return narrowMath(short, stripMarkup(short));
    case "choice":
      return [stripMarkup(short), ...findOption(short, listOptions(kind))];
    default:
      return [stripMarkup(phrase)];
  }
}

function listOptions(kind: AnswerKind<unknown>): readonly string[] {
  const options = typeof kind === "object" && "options" in kind ? kind.options : undefined;
  return options ?? [..."ABCDEFGHIJ"];
}

/** Strips emphasis, formula signs and a full stop. Keeps quotation marks, which may be part of the answer. */
function stripMarkup(phrase: string): string {
  return phrase
    .trim()
    .replace(/^[*_`$\s]+/, "")
    .replace(/[*_`$\s]{1,9}$/, "")
    .replace(/(?<=[\p{L}\p{N})\]}'"*`$])[.。][*_`$\s]{0,9}$/u, "");
}

function findLastFigure(phrase: string): string[] {
  const figure = phrase.match(FIGURE)?.at(-1);
  return figure === undefined ? [] : [figure.replaceAll(",", "").replace(/^[−–]/, "-")];
}

function narrowMath(phrase: string, stripped: string): string[] {
  const last = [...phrase.matchAll(SPAN)].at(-1);
  if (last === undefined) {
    const isProse = /\p{L}{3,}\s+\p{L}{2,}/u.test(stripped);
    return isProse ? findLastFigure(stripped) : [findResult(stripped), ...findLastFigure(stripped)];
  }
  const stated = STATED.exec(phrase.slice(last.index + last[0].length))?.[1];
  const formula = findResult(last[1] ?? last[2] ?? last[3] ?? "");
  return [...(stated === undefined ? [] : [stated]), formula, ...findLastFigure(stripped)];
}

/** The last side of an equation. */
const findResult = (formula: string): string =>
  formula
    .slice(formula.lastIndexOf("=") + 1)
    .trim()
    .replaceAll("\\$", "");

/** Finds the first option that a phrase names, alone, in parentheses or as a word: reasons come after it. */
function findOption(phrase: string, options: readonly string[]): string[] {
  const places = options.flatMap((option) => {
    const escaped = option.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const pattern =
      option.length === 1
        ? new RegExp(
            `\\(${escaped}\\)|(?<![\\p{L}\\p{N}'’])${escaped}(?![\\p{L}\\p{N}'’]|\\s\\p{Ll})`,
            "u",
          )
        : new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu");
    const at = phrase.search(pattern);
    return at < 0 ? [] : [{ option, at }];
  });
  places.sort((a, b) => a.at - b.at);
  return places.slice(0, 1).map(({ option }) => option);
}

/*
 * Guesses where a reply without marks states its answer. For measuring recordings only: a debate never guesses.
 * Every function returns candidates, the likeliest first, in time linear in the length of the text.
 */

const FIELD = /"(?:final_?)?answer"\s*:[ \t]*/gi;
const LABEL =
  /\banswer\b["*_ ]*(?::|=|is\b|would be\b|should be\b)[\s*:]*|####[ \t]*|\\boxed\s*\{/gi;

/** The text after the last label, field or box that announces an answer. */
export function findStatedAnswers(text: string): string[] {
  const field = findLastMatch(text, FIELD);
  if (field !== null) return [readFieldValue(text.slice(field.end))];
  const label = findLastMatch(text, LABEL);
  if (label === null) return [];
  const rest = text.slice(label.end);
  const cut = (inside: string): string => cutAtClosingBrace(inside) ?? firstLine(inside);
  if (label.text.startsWith("\\boxed")) return [cut(rest)];
  const line = firstLine(rest);
  const boxed = line.indexOf("\\boxed{");
  const inside = boxed < 0 ? [] : [cut(line.slice(boxed + "\\boxed{".length))];
  return [...inside, firstSentence(line), line];
}

/** The sentences and lines in which a reply ends, the last one first. */
export function findClosingSentences(text: string): string[] {
  const lines = text.trimEnd().slice(-2000).split("\n");
  const sentences = lines.flatMap((line) => line.split(/(?<=[.!?])\s+/));
  return sentences
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .slice(-3)
    .reverse();
}

/** The sentence in which a reply begins. */
export function findOpeningSentence(text: string): string {
  return (
    firstLine(text)
      .slice(0, 2000)
      .split(/(?<=[.!?])\s/, 1)[0] ?? ""
  );
}

function findLastMatch(text: string, pattern: RegExp): { text: string; end: number } | null {
  let last: { text: string; end: number } | null = null;
  for (const match of text.matchAll(pattern)) {
    last = { text: match[0], end: match.index + match[0].length };
  }
  return last;
}

/** Reads a JSON field's value even if the quotation marks inside it aren't escaped. */
function readFieldValue(rest: string): string {
  const line = firstLine(rest).trim();
  if (!line.startsWith('"')) return stripEnd(stripEnd(line, "}"), ",");
  const close = line.lastIndexOf('"');
  const inside = close > 0 ? line.slice(1, close) : line.slice(1);
  try {
    return String(JSON.parse(`"${inside}"`));
  } catch {
    return inside.replaceAll('\\"', '"').replaceAll("\\\\", "\\");
  }
}

/** Strips a closing brace only if the line doesn't open one: a list or an object keeps its own. */
function stripEnd(line: string, end: "}" | ","): string {
  const isOwn = end === "}" && line.includes("{");
  return line.endsWith(end) && !isOwn ? line.slice(0, -1).trimEnd() : line;
}

/** Returns the text before the brace that closes one opened earlier; `null` if none does. */
export function cutAtClosingBrace(rest: string): string | null {
  let depth = 1;
  for (let at = 0; at < rest.length; at++) {
    if (rest[at] === "{") depth++;
    else if (rest[at] === "}" && --depth === 0) return rest.slice(0, at);
  }
  return null;
}

const firstLine = (text: string): string => /[^\n]*/.exec(text.trimStart())?.[0] ?? "";
const firstSentence = (line: string): string => line.split(/[.!?](?:\s|$)/, 1)[0] ?? "";
