import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { packageFile } from "../../package-file.ts";

/** The folder of the page's built files, found from the sources as well as from the build. */
export const VIEWER: URL = packageFile("dist/viewer/");

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/** Plain names in folders of plain names: nothing that could lead out of the page's own folder. */
const SAFE = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

export interface PageFile {
  /** Its path in the page's folder. */
  path: string;
  body: Uint8Array<ArrayBuffer>;
  type: string;
}

/** A file of the page; `null` if there is none. */
export async function readPageFile(path: string, folder: URL): Promise<PageFile | null> {
  const type = TYPES[extname(path)];
  if (type === undefined || !SAFE.test(path)) return null;
  try {
    return { path, body: new Uint8Array(await readFile(new URL(path, folder))), type };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR") return null;
    throw error;
  }
}

type Encoding = "br" | "gzip";

const SMALLEST = 1024;
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|manifest\+json)|image\/svg)/;

const compressors: Record<Encoding, (body: Uint8Array) => Promise<Uint8Array>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

/** What a client reads, the smallest first; `null` if it takes files only as they are. */
export function chooseEncoding(header: string | undefined): Encoding | null {
  const accepted = (header ?? "").split(",").flatMap((part) => {
    const [name = "", ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return parameters.some((each) => /^q=0(?:\.0*)?$/.test(each)) ? [] : [name];
  });
  const names = new Set(accepted);
  return (["br", "gzip"] as const).find((each) => names.has(each)) ?? null;
}

/** Compresses a file, off the event loop; `null` if that is not worth it. */
export type Compress = (
  file: PageFile,
  encoding: Encoding,
) => Promise<Uint8Array<ArrayBuffer> | null>;

/** Compresses each file once. A file that is built again is compressed again. */
export function createCompressor(): Compress {
  const kept = new Map<string, { source: Uint8Array; body: Promise<Uint8Array<ArrayBuffer>> }>();
  return async (file, encoding) => {
    if (file.body.byteLength < SMALLEST || !COMPRESSIBLE.test(file.type)) return null;
    const key = `${encoding} ${file.path}`;
    const before = kept.get(key);
    if (before && Buffer.compare(before.source, file.body) === 0) return before.body;
    const body = compressors[encoding](file.body).then((bytes) => new Uint8Array(bytes));
    kept.set(key, { source: file.body, body });
    return body;
  };
}
