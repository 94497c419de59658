import { hash32 } from "./random.ts";

/** Quotes text so that nothing in it can end the quotation or begin another. */
export interface Fence {
  /** Stands in every opening and closing line, and in none of the quoted texts. */
  mark: string;
  quote(label: string, text: string): string;
}

/**
 * The mark follows from seed, question and round, so that a debate can be repeated to the byte. Texts
 * that contain it, by luck or by malice, only make it longer.
 */
export function fenceFor(source: string, texts: readonly string[]): Fence {
  let mark = markFrom(source, 0);
  for (let tries = 1; texts.some((text) => text.includes(mark)); tries++) {
    mark += markFrom(source, tries);
  }
  return {
    mark,
    quote: (label, text) => `[[${mark} begin: ${label}]]\n${text}\n[[${mark} end: ${label}]]`,
  };
}

function markFrom(source: string, salt: number): string {
  return hash32(`${salt} ${source}`).toString(36).padStart(7, "0");
}
