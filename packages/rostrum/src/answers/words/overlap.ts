import { wordsOf } from "./tokens.ts";

/** Shared words divided by all words of both (Jaccard); 0 where either has none. */
export function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}

export function wordOverlap(a: string, b: string): number {
  return overlapOf(new Set(wordsOf(a)), new Set(wordsOf(b)));
}
