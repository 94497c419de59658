import { readFile } from "node:fs/promises";
import { extname } from "node:path";
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
export async function pageFile(path: string, folder: URL): Promise<PageFile | null> {
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
