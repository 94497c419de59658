import { remember } from "../kinds/remember.ts";
import { splitWords } from "./tokens.ts";

/** Shared words divided by all words of both (Jaccard); 0 where either has none. */
function measureOverlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of fewer) if (more.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}

/** Whether two texts overlap by a share; ends as soon as they no longer can. */
export function overlapsBy(share: number, a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  if (share <= 0) return true;
  let shared = fewer.size;
  const reaches = (): boolean => shared / (a.size + b.size - shared) >= share;
  if (!reaches()) return false;
  for (const word of fewer) {
    if (more.has(word)) continue;
    shared--;
    if (!reaches()) return false;
  }
  return true;
}

const collectWords = remember((text): ReadonlySet<string> => new Set(splitWords(text)));

export const wordOverlap = (a: string, b: string): number =>
  measureOverlap(collectWords(a), collectWords(b));
