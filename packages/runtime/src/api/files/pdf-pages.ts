import { nodeModuleIfAny } from "../../node-builtins.ts";

/** The least bytes that a page usually takes, for files that don't say how many pages they have. */
const MIN_PAGE_BYTES = 2000;
/** Upper bound on bytes per page. If the file is larger than pages × this, its page count is treated as false. */
const MAX_PAGE_BYTES = 500_000;
const MAX_PAGES = 10_000;

/*
 * Limits on the work that a malicious file can cause: how many parts are opened, how far their data
 * is searched for, and how large they may become, each and in total.
 */
const MAX_PARTS = 500;
const MAX_HEAD_LENGTH = 500;
const MAX_PART_BYTES = 1_000_000;
const MAX_INFLATED_BYTES = 4_000_000;
const MAX_TOTAL_INFLATED_BYTES = 16_000_000;

/**
 * An upper estimate of the number of pages of a PDF, for the estimate of its tokens. Newer files
 * compress the list of pages, so those parts are decompressed if that can be done synchronously. A file with parts
 * that can't be opened may have any pages in them, and counts by its size.
 */
export function estimatePages(bytes: Uint8Array): number {
  const raw = decodeLatin1(bytes);
  let pages = countPages(raw);
  let isRead = true;
  for (const part of readCompressedParts(bytes, raw)) {
    if (part === null) isRead = false;
    else pages = Math.max(pages, countPages(part));
  }
  const bySize = bytes.length / (pages > 0 && isRead ? MAX_PAGE_BYTES : MIN_PAGE_BYTES);
  return Math.min(Math.max(1, pages, Math.ceil(bySize)), MAX_PAGES);
}

/** Letters of a name may be written as numbers: `/P#61ge` is `/Page`. */
function decodeNames(text: string): string {
  return text.replace(/#[0-9a-fA-F]{2}/g, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
}

/** The count in the page tree, or the number of page objects found, whichever is larger. */
function countPages(written: string): number {
  const text = decodeNames(written);
  let statedPages = 0;
  for (const [, count] of text.matchAll(/\/Count\s{1,9}(\d{1,6})\b/g)) {
    statedPages = Math.max(statedPages, Number(count));
    if (statedPages >= MAX_PAGES) break;
  }
  let objects = 0;
  for (const _ of text.matchAll(/\/Type\s{0,9}\/Page\b(?!s)/g)) {
    objects += 1;
    if (objects >= MAX_PAGES) break;
  }
  return Math.max(statedPages, objects);
}

/** The parts that hold other objects, one by one; `null` for one that can't be opened. */
function* readCompressedParts(bytes: Uint8Array, raw: string): Generator<string | null> {
  const zlib = nodeModuleIfAny("node:zlib");
  let parts = 0;
  let opened = 0;
  for (const { index, 0: name } of raw.matchAll(/\/[A-Za-z\d#]{6,18}/g)) {
    if (!decodeNames(name).startsWith("/ObjStm")) continue;
    if (zlib === undefined || (parts += 1) > MAX_PARTS || opened > MAX_TOTAL_INFLATED_BYTES) {
      yield null;
      return;
    }
    const start = raw.slice(index, index + MAX_HEAD_LENGTH).indexOf("stream");
    if (start < 0) continue;
    const word = index + start + "stream".length;
    const from = word + (raw[word] === "\r" ? 2 : 1);
    try {
      const data = bytes.subarray(from, from + MAX_PART_BYTES);
      const part = zlib.inflateSync(data, { maxOutputLength: MAX_INFLATED_BYTES });
      opened += part.length;
      yield decodeLatin1(part);
    } catch {
      // Encrypted, damaged, or too large.
      opened += MAX_INFLATED_BYTES;
      yield null;
    }
  }
}

function decodeLatin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
