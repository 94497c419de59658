import { nodeModuleIfAny } from "../../runtime.ts";

/** A page takes at least about so many bytes, where nothing says how many there are. */
const SMALLEST_PAGE = 2000;
const MOST_PAGES = 10_000;
/** Compressed parts that are opened, and how much of each: a file may be made to fill the memory. */
const MOST_PARTS = 2000;
const MOST_BYTES = 4_000_000;

/**
 * How many pages a PDF has, on the high side, for the estimate of its tokens. Newer files compress the
 * list of pages, so those parts are opened where that can be done at once.
 */
export function pdfPages(bytes: Uint8Array): number {
  const raw = latin1(bytes);
  let pages = pagesIn(raw);
  for (const part of compressedLists(bytes, raw)) pages = Math.max(pages, pagesIn(part), 0);
  const counted = pages > 0 ? pages : Math.ceil(bytes.length / SMALLEST_PAGE);
  return Math.min(Math.max(1, counted), MOST_PAGES);
}

/** The larger of what the page tree says and the page objects found. */
function pagesIn(text: string): number {
  let said = 0;
  for (const [, count] of text.matchAll(/\/Count\s+(\d{1,6})\b/g)) {
    said = Math.max(said, Number(count));
  }
  const objects = text.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  return Math.max(said, objects);
}

function* compressedLists(bytes: Uint8Array, raw: string): Generator<string> {
  const zlib = nodeModuleIfAny("node:zlib");
  if (zlib === undefined) return;
  let opened = 0;
  for (const { index } of raw.matchAll(/\/ObjStm\b/g)) {
    const start = raw.indexOf("stream", index);
    const end = raw.indexOf("endstream", start);
    if (start < 0 || end < 0 || start - index > 500 || (opened += 1) > MOST_PARTS) continue;
    const from = start + "stream".length + (raw[start + 6] === "\r" ? 2 : 1);
    try {
      yield latin1(zlib.inflateSync(bytes.subarray(from, end), { maxOutputLength: MOST_BYTES }));
    } catch {
      // Encrypted, damaged, or too large: the other parts may tell.
    }
  }
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
