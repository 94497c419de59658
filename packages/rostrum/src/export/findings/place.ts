/** Where a piece of text stands, counted as editors do: lines and columns from 1, columns in UTF-16 units. */
export interface Place {
  startLine: number;
  startColumn: number;
  endLine: number;
  /** One past the last character. */
  endColumn: number;
}

/** Lines end with \n, \r\n or \r. */
export function placeOf(text: string, [from, to]: readonly [number, number]): Place {
  const start = pointAt(text, from);
  const end = pointAt(text, to);
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

function pointAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) {
    const next = index + ending.length;
    if (next > offset) break;
    line += 1;
    lineStart = next;
  }
  return { line, column: offset - lineStart + 1 };
}
