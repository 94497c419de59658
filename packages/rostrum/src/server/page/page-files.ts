import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { getMimeType } from "hono/utils/mime";
import { packageFile } from "../../package-file.ts";

/** The folder of the page's built files, found from the sources as well as from the build. */
export const VIEWER: URL = packageFile("dist/viewer/");

/** Plain names in folders of plain names: nothing that could lead out of the page's own folder. */
const SAFE = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

export interface PageFile {
  body: Uint8Array<ArrayBuffer>;
  type: string;
}

/** A file of the page; `null` if there is none. */
export async function readPageFile(path: string, folder: URL): Promise<PageFile | null> {
  const type = getMimeType(path);
  if (type === undefined || !SAFE.test(path)) return null;
  try {
    return { body: new Uint8Array(await readFile(new URL(path, folder))), type };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR") return null;
    throw error;
  }
}

type Encoding = "br" | "gzip";

const SMALLEST = 1024;
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|manifest\+json)|image\/svg)/;

/** Off the event loop. Browsers keep the files, so they are compressed for each client that asks. */
const compressors: Record<Encoding, (body: Uint8Array) => Promise<Uint8Array>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
};

/** What a client reads, the smallest first; `null` if it takes files only as they are. */
export function chooseEncoding(header = ""): Encoding | null {
  const accepts = (name: string): boolean =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, "i").test(header);
  return (["br", "gzip"] as const).find(accepts) ?? null;
}

/** A smaller body of a file; `null` if compressing is not worth it. */
export async function compressFile(
  { body, type }: PageFile,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body.byteLength < SMALLEST || !COMPRESSIBLE.test(type)) return null;
  return new Uint8Array(await compressors[encoding](body));
}
