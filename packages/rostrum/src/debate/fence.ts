import { keyedHash } from "./keyed-hash.ts";
import type { MarkIndex } from "./mark-index.ts";
import { hash32 } from "../record/random.ts";

/** A text to quote, with the label of its source. */
export interface Quote {
  label: string;
  text: string;
}

/** Texts around the quotes that only grow in number. */
export interface Indexed {
  texts: readonly string[];
  index: MarkIndex;
}

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
  chat: Indexed | null = null,
): string[] {
  const mark = markFor(source, quotes, around, chat);
  return quotes.map(
    ({ label, text }) => `[[${mark} begin: ${label}]]\n${text}\n[[${mark} end: ${label}]]`,
  );
}

/**
 * The mark is derived from its source, so that a resumed debate has the same bytes in its prompts. If a
 * text contains the mark, by accident or on purpose, the mark becomes longer.
 */
function markFor(
  source: FenceSource,
  quotes: readonly Quote[],
  around: readonly string[],
  chat: Indexed | null,
): string {
  let mark = firstMark(source);
  for (let tries = 1; occurs(mark, quotes, around, chat); tries++) mark += markFrom(source, tries);
  return mark;
}

function occurs(
  mark: string,
  quotes: readonly Quote[],
  around: readonly string[],
  chat: Indexed | null,
): boolean {
  for (const { label, text } of quotes)
    if (text.includes(mark) || label.includes(mark)) return true;
  for (const text of around) if (text.includes(mark)) return true;
  return chat?.index.has(mark, chat.texts) === true;
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
