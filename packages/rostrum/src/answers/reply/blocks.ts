import { endOfFence, endsAnswer, FENCE, isBlank, isQuoted } from "./label-lines.ts";

/** Lines that belong together. */
export interface Block {
  text: string;
  /** Its last line. */
  to: number;
}

const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;

/** The rest of a label's line, and the lines behind it up to a blank one or another label. */
export function readParagraph(
  lines: readonly string[],
  at: number,
  first: string,
  inFence: boolean,
): Block {
  if (FENCE.test(first)) {
    const to = endOfFence(lines, at, first);
    return { text: [first, ...lines.slice(at + 1, to + 1)].join("\n"), to };
  }
  let to = at;
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (isBlank(line) || isQuoted(line) || endsAnswer(line)) break;
    const fence = FENCE.test(line);
    if (fence && inFence) break;
    to = next = fence ? endOfFence(lines, next) : next;
  }
  return { text: [first, ...lines.slice(at + 1, to + 1)].join("\n"), to };
}

/** The fence, list or paragraph that comes next; `null` if it is a quotation or there is none. */
export function readNextBlock(
  lines: readonly string[],
  from: number,
  inFence: boolean,
): Block | null {
  let at = from;
  while (at < lines.length && isBlank(lines[at] ?? "")) at++;
  const first = lines[at];
  if (first === undefined || isQuoted(first) || endsAnswer(first)) return null;
  if (!LIST_ITEM.test(first)) return readParagraph(lines, at, first, inFence);
  const list = readList(lines, at, inFence);
  return { ...list, text: withoutLoneItem(list.text) };
}

/** The mark of a list with one item is not part of the answer. */
export function withoutLoneItem(text: string): string {
  if (!LIST_ITEM.test(text)) return text;
  const items = text.split("\n").filter((line) => LIST_ITEM.test(line));
  return items.length === 1 ? text.replace(LIST_ITEM, "") : text;
}

/** The items of a list, with their further lines; blank lines may stand between items. */
function readList(lines: readonly string[], from: number, inFence: boolean): Block {
  let to = from;
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (isBlank(line)) continue;
    const continues = LIST_ITEM.test(line) || /^\s{2,}\S/.test(line) || to === at - 1;
    const fence = FENCE.test(line);
    if (!continues || isQuoted(line) || (fence && inFence) || endsAnswer(line)) break;
    to = at = fence ? endOfFence(lines, at) : at;
  }
  return { text: lines.slice(from, to + 1).join("\n"), to };
}
