import { keyedHash } from "./keyed-hash.ts";
import { hash32 } from "./random.ts";

/** A text to quote, with the label of its source. */
export interface Quote {
  label: string;
  text: string;
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
): string[] {
  const texts = [...quotes.flatMap(({ label, text }) => [label, text]), ...around];
  const mark = markFor(source, texts);
  return quotes.map(
    ({ label, text }) => `[[${mark} begin: ${label}]]\n${text}\n[[${mark} end: ${label}]]`,
  );
}

/**
 * The mark is derived from its source, so that a resumed debate has the same bytes in its prompts. If a
 * text contains the mark, by accident or on purpose, the mark becomes longer.
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
