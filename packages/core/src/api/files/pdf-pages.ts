import { nodeModuleIfAny } from "../../runtime.ts";

/** The least bytes that a page usually takes, for files that don't say how many pages they have. */
const SMALLEST_PAGE = 2000;
const MOST_PAGES = 10_000;

/*
 * Limits on the work that a malicious file can cause: how many parts are opened, how far their data
 * is searched for, and how large they may become, each and in total.
 */
const MOST_PARTS = 500;
const LONGEST_HEAD = 500;
const LONGEST_PART = 1_000_000;
const MOST_OPENED = 4_000_000;
const MOST_OPENED_TOGETHER = 16_000_000;

/**
 * An upper estimate of the number of pages of a PDF, for the estimate of its tokens. Newer files
 * compress the list of pages, so those parts are decompressed if that can be done synchronously.
 */
export function estimatePages(bytes: Uint8Array): number {
  const raw = decodeLatin1(bytes);
  let pages = countPages(raw);
  for (const part of readCompressedParts(bytes, raw)) pages = Math.max(pages, countPages(part));
  const counted = pages > 0 ? pages : Math.ceil(bytes.length / SMALLEST_PAGE);
  return Math.min(Math.max(1, counted), MOST_PAGES);
}

/** The count in the page tree, or the number of page objects found, whichever is larger. */
function countPages(text: string): number {
  let said = 0;
  for (const [, count] of text.matchAll(/\/Count\s{1,9}(\d{1,6})\b/g)) {
    said = Math.max(said, Number(count));
    if (said >= MOST_PAGES) break;
  }
  let objects = 0;
  for (const _ of text.matchAll(/\/Type\s{0,9}\/Page\b(?!s)/g)) {
    objects += 1;
    if (objects >= MOST_PAGES) break;
  }
  return Math.max(said, objects);
}

function* readCompressedParts(bytes: Uint8Array, raw: string): Generator<string> {
  const zlib = nodeModuleIfAny("node:zlib");
  if (zlib === undefined) return;
  let parts = 0;
  let opened = 0;
  for (const { index } of raw.matchAll(/\/ObjStm\b/g)) {
    if ((parts += 1) > MOST_PARTS || opened > MOST_OPENED_TOGETHER) return;
    const start = raw.slice(index, index + LONGEST_HEAD).indexOf("stream");
    if (start < 0) continue;
    const word = index + start + "stream".length;
    const from = word + (raw[word] === "\r" ? 2 : 1);
    try {
      const data = bytes.subarray(from, from + LONGEST_PART);
      const part = zlib.inflateSync(data, { maxOutputLength: MOST_OPENED });
      opened += part.length;
      yield decodeLatin1(part);
    } catch {
      // Encrypted, damaged, or too large: the other parts may have the count.
      opened += MOST_OPENED;
    }
  }
}

function decodeLatin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
