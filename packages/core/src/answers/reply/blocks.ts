import { findFenceEnd, joinLines, readFence, type Line } from "./lines.ts";

/** Consecutive lines that belong together. */
export interface LineBlock {
  text: string;
  /** Index of its last line. */
  to: number;
}

const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;

/** The rest of a label's line, and the following lines up to a blank one or another label. */
export function readParagraph(
  lines: readonly Line[],
  at: number,
  first: string,
  inFence: boolean,
): LineBlock {
  const fence = readFence(first.trimStart());
  const to = fence === null ? findParagraphEnd(lines, at, inFence) : findFenceEnd(lines, at, fence);
  let text = first;
  for (const line of lines.slice(at + 1, to + 1)) text += `\n${line.text}`;
  return { text, to };
}

function findParagraphEnd(lines: readonly Line[], at: number, inFence: boolean): number {
  let to = at;
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next];
    if (line === undefined || line.isBlank || endsBlock(line, inFence)) break;
    to = next = skipFence(lines, next, line);
  }
  return to;
}

/** The next fence, list or paragraph. `null` if a quotation or nothing follows. */
export function readNextBlock(
  lines: readonly Line[],
  from: number,
  inFence: boolean,
): LineBlock | null {
  let at = from;
  while (lines[at]?.isBlank) at++;
  const first = lines[at];
  if (first === undefined || first.isQuoted || first.label !== null) return null;
  if (!LIST_ITEM.test(first.text)) return readParagraph(lines, at, first.text, inFence);
  const list = readList(lines, at, inFence);
  return { ...list, text: removeSingleItemMark(list.text) };
}

/** Removes the mark of a list with a single item. */
export function removeSingleItemMark(text: string): string {
  if (!LIST_ITEM.test(text)) return text;
  const items = text.split("\n").filter((line) => LIST_ITEM.test(line));
  return items.length === 1 ? text.replace(LIST_ITEM, "") : text;
}

/** Items of a list, with their further lines. Blank lines may separate items. */
function readList(lines: readonly Line[], from: number, inFence: boolean): LineBlock {
  let to = from;
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined || line.isBlank) continue;
    const continues = LIST_ITEM.test(line.text) || /^\s{2,}\S/.test(line.text) || to === at - 1;
    if (!continues || endsBlock(line, inFence)) break;
    to = at = skipFence(lines, at, line);
  }
  return { text: joinLines(lines.slice(from, to + 1)), to };
}

/** Quotations, labels and the end of the surrounding fence end a block. */
const endsBlock = ({ isQuoted, label, fence }: Line, inFence: boolean): boolean =>
  isQuoted || label !== null || (fence !== null && inFence);

const skipFence = (lines: readonly Line[], at: number, { fence }: Line): number =>
  fence === null ? at : findFenceEnd(lines, at, fence);
