import type { AnswerKind } from "../../protocol/answer.ts";

const FIGURE = /[-−–]?\d[\d,]*(?:\.\d+)?(?:\/\d+)?/g;
const SPAN = /\$\$?([^$]+)\$\$?|\\\((.+?)\\\)|\\\[(.+?)\\\]/g;

/** A figure, a formula or an option stands in the first part of a phrase, or it isn't looked for. */
const LONGEST = 1000;

/** The parts of a phrase that may be an answer of this kind, the likeliest first. */
export function narrowAnswer(phrase: string, kind: AnswerKind<unknown>): string[] {
  if (!isToken(kind)) return [withoutMarkup(phrase)];
  const short = phrase.trim().slice(0, LONGEST);
  const whole = withoutMarkup(short);
  switch (nameOf(kind)) {
    case "number":
      return [whole, ...lastFigure(whole)];
    case "math":
      return narrowMath(short, whole);
    default:
      return [whole, ...optionIn(short, optionsOf(kind))];
  }
}

/** Whether a phrase in the middle of prose can be told from the prose around it. */
export function isToken(kind: AnswerKind<unknown>): boolean {
  return ["number", "math", "choice"].includes(nameOf(kind));
}

/** What can be read only as a whole: values of a schema, reviews, drafts, and answers of the caller's own kind. */
export function isStructured(kind: AnswerKind<unknown>): boolean {
  return ["json", "findings", "draft", "custom"].includes(nameOf(kind));
}

function nameOf(kind: AnswerKind<unknown>): string {
  if (typeof kind !== "string") return "type" in kind ? kind.type : "custom";
  return kind.split(":", 1)[0] ?? kind;
}

function optionsOf(kind: AnswerKind<unknown>): readonly string[] {
  const given = typeof kind === "object" && "options" in kind ? kind.options : undefined;
  return given ?? [..."ABCDEFGHIJ"];
}

/** Without emphasis, formula signs and a full stop around it. Quotation marks stay: they may be a part of it. */
function withoutMarkup(phrase: string): string {
  return phrase
    .trim()
    .replace(/^[*_`$\s]+/, "")
    .replace(/[*_`$\s]{1,9}$/, "")
    .replace(/(?<=[\p{L}\p{N})\]}'"*`$])[.。][*_`$\s]{0,9}$/u, "");
}

function lastFigure(phrase: string): string[] {
  const figure = phrase.match(FIGURE)?.at(-1);
  return figure === undefined ? [] : [figure.replaceAll(",", "").replace(/^[−–]/, "-")];
}

function narrowMath(phrase: string, whole: string): string[] {
  const spans = [...phrase.matchAll(SPAN)].map((span) => span[1] ?? span[2] ?? span[3] ?? "");
  const last = spans.at(-1) ?? (/\p{L}{3,}\s+\p{L}{2,}/u.test(whole) ? undefined : whole);
  if (last === undefined) return lastFigure(whole);
  const equals = last.lastIndexOf("=");
  const result = equals < 0 ? last : last.slice(equals + 1);
  return [result.trim(), ...lastFigure(whole)];
}

/** The option that a phrase names: alone, in parentheses, or as a word. The first one, as reasons come after. */
function optionIn(phrase: string, options: readonly string[]): string[] {
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
