/** How a mark can begin: it is a number below 2^32 in base 36, with seven digits. */
const BEGINNING = /[01](?=[0-9a-z]{6})/g;
const LENGTH = 7;

/**
 * A text with more such places is read again for each mark, because it may consist of nothing else.
 */
const MOST = 500;

type Turn = Readonly<{ content: string }>;

/** Finds marks in a chat that only grows, and reads each turn once, however many marks are looked for. */
export interface MarkIndex {
  /** Whether one of the turns contains the mark. The turns of an earlier call are the first of these. */
  has(mark: string, turns: readonly Turn[]): boolean;
}

export function createMarkIndex(): MarkIndex {
  const beginnings = new Set<string>();
  const dense: string[] = [];
  let read = 0;

  function add(text: string): void {
    const found = new Set<string>();
    for (const { index } of text.matchAll(BEGINNING)) {
      found.add(text.slice(index, index + LENGTH));
      if (found.size > MOST) {
        dense.push(text);
        return;
      }
    }
    for (const beginning of found) beginnings.add(beginning);
  }

  return {
    has(mark, turns) {
      for (; read < turns.length; read += 1) add(turns[read]?.content ?? "");
      if (dense.some((text) => text.includes(mark))) return true;
      // A longer mark is rare; only then are the texts read again.
      if (!beginnings.has(mark.slice(0, LENGTH))) return false;
      return mark.length === LENGTH || turns.some(({ content }) => content.includes(mark));
    },
  };
}
