import { keyedHash } from "./keyed-hash.ts";
import { hash32 } from "../record/random.ts";

/** A text to quote, with the label of its source. */
export interface Quote {
  label: string;
  text: string;
}

/** Texts around the quotes that only grow in number: tells whether one of them contains a mark. */
export type Around = (mark: string) => boolean;

/** What the mark of a fence is made from. */
export interface FenceSource {
  seed: number;
  round: number;
  question: string;
  /** The run's secret; empty in runs of versions that had none. */
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
  const mark = markFor(source, texts);
  return quotes.map(({ label, text }) => quotation(mark, label, text));
}

/** One text between two lines with the mark. */
export function quotation(mark: string, label: string, text: string): string {
  return `[[${mark} begin: ${label}]]\n${text}\n[[${mark} end: ${label}]]`;
}

/**
 * A mark that occurs in none of the texts. It is derived from its source, so that a resumed debate has the
 * same bytes in its prompts. If a text contains the mark, by accident or on purpose, the mark becomes longer.
 */
export function markFor(
  source: FenceSource,
  texts: readonly string[],
  around: Around = NOWHERE,
): string {
  let mark = firstMark(source);
  for (let tries = 1; occurs(mark, texts) || around(mark); tries++) {
    mark += markFrom(source, tries);
  }
  return mark;
}

const NOWHERE: Around = () => false;

function occurs(mark: string, texts: readonly string[]): boolean {
  for (const text of texts) {
    // Many are answers and labels, which are too short.
    if (text.length >= mark.length && text.includes(mark)) return true;
  }
  return false;
}

/**
 * The last mark. The readers of a round are asked one after the other, and their marks start in the
 * same way.
 */
let last: { source: FenceSource; mark: string } | null = null;

function firstMark(source: FenceSource): string {
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
  const bits =
    secret === ""
      ? hash32(`${salt} ${seed} ${round} `, question)
      : keyedHash(secret, `${salt} ${seed} ${round} ${hash32(question)}`);
  return bits.toString(36).padStart(7, "0");
}
