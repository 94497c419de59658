import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { PageFile } from "./files.ts";

export type Encoding = "br" | "gzip";

const SMALLEST = 1024;
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|manifest\+json)|image\/svg)/;

const squeeze: Record<Encoding, (body: Uint8Array) => Promise<Uint8Array>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

/** What a client reads, the smallest first; `null` if it takes files only as they are. */
export function encodingFor(header: string | undefined): Encoding | null {
  const names = (header ?? "").split(",").flatMap((part) => {
    const [name = "", ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return parameters.some((each) => /^q=0(?:\.0*)?$/.test(each)) ? [] : [name];
  });
  const accepted = new Set(names);
  return (["br", "gzip"] as const).find((each) => accepted.has(each)) ?? null;
}

/** Compresses the page's files, each once, off the event loop. */
export function compressor(): (
  file: PageFile,
  encoding: Encoding,
) => Promise<Uint8Array<ArrayBuffer> | null> {
  // Kept by content: a file that is built again is compressed again.
  const kept = new Map<string, { source: Uint8Array; body: Promise<Uint8Array<ArrayBuffer>> }>();
  return async (file, encoding) => {
    if (file.body.byteLength < SMALLEST || !COMPRESSIBLE.test(file.type)) return null;
    const key = `${encoding} ${file.path}`;
    const before = kept.get(key);
    if (before && Buffer.compare(before.source, file.body) === 0) return before.body;
    const body = squeeze[encoding](file.body).then((bytes) => new Uint8Array(bytes));
    kept.set(key, { source: file.body, body });
    return body;
  };
}
