import { getKindName } from "../../answers/answer-kinds.ts";
import type { AnswerKind } from "../../protocol/answer.ts";

const FIGURE = /[-−–]?\d[\d,]*(?:\.\d+)?(?:\/\d+)?/g;
const SPAN = /(?<!\\)\$\$?((?:[^$\\]|\\.)+)\$\$?|\\\((.+?)\\\)|\\\[(.+?)\\\]/g;
/** "the value of $x$ is 26" */
const STATED = /\b(?:is|be|equals?|to)\s+(-?\d[\d,]*(?:\.\d+)?)(?![\d.]*\d)/;

/** Figures, formulas and options are looked for only in this many characters of a phrase. */
const LONGEST = 1000;

/** The parts of a phrase that may be an answer of this kind, the likeliest first. */
export function narrowAnswer(phrase: string, kind: AnswerKind<unknown>): string[] {
  const short = phrase.trim().slice(0, LONGEST);
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
  const given = typeof kind === "object" && "options" in kind ? kind.options : undefined;
  return given ?? [..."ABCDEFGHIJ"];
}

/** Without emphasis, formula signs and a full stop around it. Quotation marks stay: they may be a part of it. */
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

function narrowMath(phrase: string, whole: string): string[] {
  const last = [...phrase.matchAll(SPAN)].at(-1);
  if (last === undefined) {
    const isProse = /\p{L}{3,}\s+\p{L}{2,}/u.test(whole);
    return isProse ? findLastFigure(whole) : [findResult(whole), ...findLastFigure(whole)];
  }
  const stated = STATED.exec(phrase.slice(last.index + last[0].length))?.[1];
  const formula = findResult(last[1] ?? last[2] ?? last[3] ?? "");
  return [...(stated === undefined ? [] : [stated]), formula, ...findLastFigure(whole)];
}

/** The last side of an equation. */
const findResult = (formula: string): string =>
  formula
    .slice(formula.lastIndexOf("=") + 1)
    .trim()
    .replaceAll("\\$", "");

/** The option that a phrase names: alone, in parentheses, or as a word. The first one, as reasons come after. */
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
