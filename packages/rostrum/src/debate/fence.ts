import { keyedHash } from "./keyed-hash.ts";
import { hash32 } from "../record/random.ts";

/** A text to quote, with the label of its source. */
export interface Quote {
  label: string;
  text: string;
}

/** Tells whether one of some texts contains a mark. */
export type Around = (mark: string) => boolean;

/** What the mark of a fence is made from. */
export interface FenceSource {
  seed: number;
  round: number;
  question: string;
  /** The run's secret. */
  secret: string;
}

/**
 * Quotes texts so that nothing in them can end the quotation or begin another one: each is between two
 * lines with a mark that occurs neither in the texts nor in what is `around` them.
 */
export function fenced(
  source: FenceSource,
  quotes: readonly Quote[],
  around: readonly string[],
): string[] {
  const texts = [...around];
  for (const { label, text } of quotes) texts.push(label, text);
  const mark = markFor(source, (tried) => texts.some((text) => contains(text, tried)));
  return quotes.map(({ label, text }) => quotation(mark, label, text));
}

/** One text between two lines with the mark. */
export function quotation(mark: string, label: string, text: string): string {
  const { begin, end } = linesAround(mark, label);
  return begin + text + end;
}

/** The same as one more paragraph. A sum and not a list to join, because only some models read the whole text at once. */
export function withQuotation(before: string, mark: string, label: string, text: string): string {
  if (before === "") return quotation(mark, label, text);
  const { next, end } = linesAround(mark, label);
  return before + next + text + end;
}

interface Lines {
  begin: string;
  /** The first line after an empty one. */
  next: string;
  end: string;
}

function linesAround(mark: string, label: string): Lines {
  if (lines.mark !== mark) lines = { mark, around: new Map() };
  let around = lines.around.get(label);
  if (around === undefined) {
    // Parts of one text, since V8 keeps each piece of a sum, and a waiting debate has these lines in every prompt.
    const both = `\n\n[[${mark} begin: ${label}]]\n[[${mark} end: ${label}]]`;
    const ended = both.length - "\n[[ end: ]]".length - mark.length - label.length;
    around = {
      begin: both.slice(2, ended + 1),
      next: both.slice(0, ended + 1),
      end: both.slice(ended),
    };
    lines.around.set(label, around);
  }
  return around;
}

/** The lines with the last mark, by label. The readers of a round share most labels. */
let lines: { mark: string; around: Map<string, Lines> } = {
  mark: "",
  around: new Map(),
};

/**
 * A mark that occurs nowhere. It is derived from its source, so that a resumed debate has the
 * same bytes in its prompts. If a text contains the mark, by accident or on purpose, the mark becomes longer.
 */
export function markFor(source: FenceSource, occurs: Around): string {
  let mark = firstMark(source);
  for (let tries = 1; occurs(mark); tries++) mark += markFrom(source, tries);
  return mark;
}

/** Whether a text contains a mark. Many are answers and labels, which are too short. */
export function contains(text: string, mark: string): boolean {
  return text.length >= mark.length && text.includes(mark);
}

/**
 * The last mark. The readers of a round are asked one after the other, and their marks start in the
 * same way.
 */
let last: { source: FenceSource; mark: string } | null = null;

/** The mark that is tried first. */
export function firstMark(source: FenceSource): string {
  const { seed, round, question, secret } = source;
  const known = last?.source;
  if (
    last === null ||
    known?.secret !== secret ||
    known.round !== round ||
    known.seed !== seed ||
    known.question !== question
  ) {
    last = { source, mark: markFrom(source, 0) };
  }
  return last.mark;
}

function markFrom({ seed, round, question, secret }: FenceSource, salt: number): string {
  const bits = keyedHash(secret, `${salt} ${seed} ${round} ${hash32(question)}`);
  return bits.toString(36).padStart(7, "0");
}
