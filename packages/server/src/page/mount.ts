import type { Context, Hono } from "hono";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { getMimeType } from "hono/utils/mime";
import type { AppEnv } from "../app-env.ts";
import { PAGE_BELOW_A_BASE } from "../guard/headers.ts";
import { packageFile } from "@rostrum/core/package";

const WITHOUT_PAGE = `rostrum is running, without its page.

GET  /panels        who can be asked
POST /debates       ask them: {"question": "…"}
GET  /openapi.json  everything else
`;

/** With a base, the page finds its files and the server even at an address without the last slash. */
function addBase(page: PageFile, base: string): PageFile {
  const html = Buffer.from(page.body).toString();
  const based = html.replace("<head>", `<head><base href="${base}/">`);
  return { ...page, body: new Uint8Array(Buffer.from(based)) };
}

/** The page: its files under their names, and itself at the root. */
export function mountPage(app: Hono<AppEnv>, folder: URL): void {
  async function send(c: Context<AppEnv>, file: PageFile, caching: string): Promise<Response> {
    const vary = "accept-encoding";
    const headers = { "content-type": file.type, "cache-control": caching, vary };
    const encoding = chooseEncoding(c.req.header("accept-encoding"));
    const smaller = encoding && (await compressFile(file, encoding));
    return smaller
      ? c.body(smaller, 200, { ...headers, "content-encoding": encoding })
      : c.body(file.body, 200, headers);
  }

  app.get("/", async (c) => {
    const page = await readPageFile("index.html", folder);
    if (!page) return c.text(WITHOUT_PAGE);
    const { base } = c.get("via");
    if (base === "") return send(c, page, "no-cache");
    c.header("content-security-policy", PAGE_BELOW_A_BASE);
    return send(c, addBase(page, base), "no-cache");
  });
  app.get("/assets/:name{.+}", async (c) => {
    const file = await readPageFile(`assets/${c.req.param("name")}`, folder);
    // Their names change with their content, so browsers never have to load them again.
    return file ? send(c, file, "public, max-age=31536000, immutable") : c.notFound();
  });
  app.get("/:name{[\\w-]+\\.(?:svg|png|ico|webmanifest)}", async (c) => {
    const file = await readPageFile(c.req.param("name"), folder);
    return file ? send(c, file, "public, max-age=3600") : c.notFound();
  });
}

/** The folder of the page's built files, found from the sources as well as from the build. */
export const PAGE: URL = packageFile("dist/page/");

/** Plain names in folders of plain names: nothing that could lead out of the page's own folder. */
const SAFE = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

interface PageFile {
  body: Uint8Array<ArrayBuffer>;
  type: string;
}

/** A file of the page; `null` if there is none. */
async function readPageFile(path: string, folder: URL): Promise<PageFile | null> {
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
function chooseEncoding(header = ""): Encoding | null {
  const accepts = (name: string): boolean =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, "i").test(header);
  return (["br", "gzip"] as const).find(accepts) ?? null;
}

/** A smaller body of a file; `null` if compressing is not worth it. */
async function compressFile(
  { body, type }: PageFile,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body.byteLength < SMALLEST || !COMPRESSIBLE.test(type)) return null;
  return new Uint8Array(await compressors[encoding](body));
}
