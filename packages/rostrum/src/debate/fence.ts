import { keyedHash } from "./keyed-hash.ts";
import { hash32 } from "./random.ts";

/** A text to be shown as somebody's words. */
export interface Quote {
  label: string;
  text: string;
}

/** What the mark of a fence is made from. */
export interface FenceSource {
  seed: number;
  round: number;
  question: string;
  /** Of the run; empty in runs that were begun before there was one. */
  secret: string;
}

/**
 * Quotes texts so that nothing in them can end the quotation or begin another: each stands between two
 * lines with a mark that is in none of them, nor in what is `around` them.
 */
export function fenced(
  source: FenceSource,
  quotes: readonly Quote[],
  around: readonly string[],
): string[] {
  const texts = [...quotes.flatMap(({ label, text }) => [label, text]), ...around];
  const mark = markFor(source, texts);
  return quotes.map(
    ({ label, text }) => `[[${mark} begin: ${label}]]\n${text}\n[[${mark} end: ${label}]]`,
  );
}

/**
 * The mark follows from its source, so that a debate can be resumed to the byte. Texts that contain it,
 * by luck or by malice, only make it longer.
 */
function markFor(source: FenceSource, texts: readonly string[]): string {
  let mark = markFrom(source, 0);
  for (let tries = 1; texts.some((text) => text.includes(mark)); tries++) {
    mark += markFrom(source, tries);
  }
  return mark;
}

function markFrom({ seed, round, question, secret }: FenceSource, salt: number): string {
  const bits =
    secret === ""
      ? hash32(`${salt} ${seed} ${round} ${question}`)
      : keyedHash(secret, `${salt} ${seed} ${round} ${hash32(question)}`);
  return bits.toString(36).padStart(7, "0");
}
