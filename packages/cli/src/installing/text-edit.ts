/** A replacement in a text: `removed` was at offset `at`, and `added` is there now. */
export interface TextEdit {
  at: number;
  removed: string;
  added: string;
}

export function applyEdit(text: string, { at, removed, added }: TextEdit): string {
  return text.slice(0, at) + added + text.slice(at + removed.length);
}

/**
 * Reverts an edit. If the text has changed since, searches for the added part; null if that isn't found exactly once.
 */
export function undoEdit(text: string, { at, removed, added }: TextEdit): string | null {
  if (text.slice(at, at + added.length) === added)
    return text.slice(0, at) + removed + text.slice(at + added.length);
  const found = text.indexOf(added);
  if (added === "" || found < 0 || text.indexOf(added, found + 1) >= 0) return null;
  return text.slice(0, found) + removed + text.slice(found + added.length);
}

/** Line ending that a text uses. */
export function findLineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** Formats the changed lines as `diff` does, with one line of context on each side. */
export function formatDiff(before: string, after: string): string[] {
  const [old, now] = [before, after].map((text) => (text === "" ? [] : text.split(/\r?\n/))) as [
    string[],
    string[],
  ];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end++;
  const around = (index: number): string[] => (old[index] === undefined ? [] : [`  ${old[index]}`]);
  return [
    ...(start > 0 ? around(start - 1) : []),
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...now.slice(start, now.length - end).map((line) => `+ ${line}`),
    ...(end > 0 ? around(old.length - end) : []),
  ];
}
