/** Class of a UTF-16 unit of a Markdown text. */
export const CODE = 1;
export const EMPHASIS = 2;

/** Marks the code of a Markdown text, and the asterisks and underscores of emphasis. Linear time. */
export function markMarkdown(text: string): Uint8Array {
  const marks = new Uint8Array(text.length);
  let fence: string | null = null;
  let paragraph = 0;
  let at = 0;
  while (at < text.length) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline + 1;
    const line = text.slice(at, end).trim();
    const [fenceMark = null] = /^(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== null) {
      marks.fill(CODE, at, end);
      if (fenceMark === line && line.startsWith(fence)) fence = null;
      paragraph = end;
    } else if (fenceMark !== null || line === "") {
      markParagraph(text, paragraph, at, marks);
      if (fenceMark !== null) marks.fill(CODE, at, end);
      fence = fenceMark;
      paragraph = end;
    }
    at = end;
  }
  if (fence === null) markParagraph(text, paragraph, text.length, marks);
  return marks;
}

function markParagraph(text: string, from: number, to: number, marks: Uint8Array): void {
  const paragraph = text.slice(from, to);
  markCodeSpans(paragraph, from, marks);
  markEmphasis(paragraph, from, marks);
}

/** Code between two runs of equally many backticks. */
function markCodeSpans(paragraph: string, offset: number, marks: Uint8Array): void {
  const runs = [...paragraph.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({
    length,
    index,
  }));
  const nextOfLength = new Map<number, number>();
  const closing = runs
    .toReversed()
    .map(({ length, index }) => {
      const next = nextOfLength.get(length) ?? -1;
      nextOfLength.set(length, index);
      return next;
    })
    .toReversed();
  let at = 0;
  for (const [place, { length, index }] of runs.entries()) {
    const close = closing[place] ?? -1;
    if (index < at || close < 0) continue;
    at = close + length;
    marks.fill(CODE, offset + index, offset + at);
  }
}

const BEFORE_OPENING = /^[\s([{"'“‘„«—–*_]?$/;
const AFTER_CLOSING = /^[\s.,;:!?)\]}"'”’»…—–*_]?$/;

/**
 * Emphasis surrounds whole words: whitespace or punctuation outside, none directly inside. For each run of
 * marks, such as `*` or `__`, the last possible opener matches the next possible closer.
 */
function markEmphasis(paragraph: string, offset: number, marks: Uint8Array): void {
  const open = new Map<string, number>();
  for (const { 0: run, index } of paragraph.matchAll(/\*+|_+/g)) {
    if (run.length > 3 || marks[offset + index] === CODE) continue;
    const before = paragraph[index - 1] ?? "";
    const after = paragraph[index + run.length] ?? "";
    const opener = open.get(run);
    if (opener !== undefined && /[^\s\\]/.test(before) && AFTER_CLOSING.test(after)) {
      marks.fill(EMPHASIS, offset + opener, offset + opener + run.length);
      marks.fill(EMPHASIS, offset + index, offset + index + run.length);
      open.delete(run);
    } else if (/\S/.test(after) && BEFORE_OPENING.test(before)) {
      open.set(run, index);
    }
  }
}
