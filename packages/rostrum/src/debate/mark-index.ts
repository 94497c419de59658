/** How a mark can begin: it is a number below 2^32 in base 36, with seven digits. */
const BEGINNING = /(?=([01][0-9a-z]{6}))/g;
const LENGTH = 7;

/**
 * A text with more such places is read again for each mark, because it may consist of nothing else.
 */
const MOST = 500;

/**
 * Finds marks in texts that only grow in number, such as the turns of a chat, and reads each of them once,
 * however many marks are looked for.
 */
export interface MarkIndex {
  /** Whether one of the texts contains the mark. The texts of an earlier call are the first of these. */
  has(mark: string, texts: readonly string[]): boolean;
}

export function createMarkIndex(): MarkIndex {
  const beginnings = new Set<string>();
  const dense: string[] = [];
  let read = 0;

  function add(text: string): void {
    const found = new Set<string>();
    for (const [, beginning = ""] of text.matchAll(BEGINNING)) {
      found.add(beginning);
      if (found.size > MOST) {
        dense.push(text);
        return;
      }
    }
    for (const beginning of found) beginnings.add(beginning);
  }

  return {
    has(mark, texts) {
      for (; read < texts.length; read += 1) add(texts[read] ?? "");
      if (dense.some((text) => text.includes(mark))) return true;
      // A longer mark is rare; only then are the texts read again.
      if (!beginnings.has(mark.slice(0, LENGTH))) return false;
      return mark.length === LENGTH || texts.some((text) => text.includes(mark));
    },
  };
}
