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
  const offset = text.indexOf(added);
  if (added === "" || offset < 0 || text.indexOf(added, offset + 1) >= 0) return null;
  return text.slice(0, offset) + removed + text.slice(offset + added.length);
}

/** Line ending that a text uses. */
export function findLineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** Formats the changed lines as `diff` does, with one line of context on each side. */
export function formatDiff(before: string, after: string): string[] {
  const [oldLines, newLines] = [before, after].map((text) =>
    text === "" ? [] : text.split(/\r?\n/),
  ) as [string[], string[]];
  let start = 0;
  while (start < oldLines.length && start < newLines.length && oldLines[start] === newLines[start])
    start++;
  let end = 0;
  const maxEnd = Math.min(oldLines.length, newLines.length) - start;
  while (end < maxEnd && oldLines.at(-1 - end) === newLines.at(-1 - end)) end++;
  const formatContext = (index: number): string[] =>
    oldLines[index] === undefined ? [] : [`  ${oldLines[index]}`];
  return [
    ...(start > 0 ? formatContext(start - 1) : []),
    ...oldLines.slice(start, oldLines.length - end).map((line) => `- ${line}`),
    ...newLines.slice(start, newLines.length - end).map((line) => `+ ${line}`),
    ...(end > 0 ? formatContext(oldLines.length - end) : []),
  ];
}
