import type { Context, Hono } from "hono";
import { readFile } from "node:fs/promises";
import { compress } from "hono/compress";
import { getMimeType } from "hono/utils/mime";
import type { AppEnv } from "../app-env.ts";
import { PAGE_BELOW_A_BASE } from "../guard/headers.ts";
import { packageFile } from "@rostrum/runtime/package";

const WITHOUT_PAGE = `rostrum is running, without its page.

GET  /panels        who can be asked
POST /debates       ask them: {"question": "…"}
GET  /openapi.json  everything else
`;

/** Sets a base address, so that the page finds its files and the server without a trailing slash too. */
function addBase(page: PageFile, base: string): PageFile {
  const html = Buffer.from(page.body).toString();
  const based = html.replace("<head>", `<head><base href="${base}/">`);
  return { ...page, body: new Uint8Array(Buffer.from(based)) };
}

/** The page: its files under their names, and itself at the root. */
export function mountPage(app: Hono<AppEnv>, folder: URL): void {
  function send(c: Context<AppEnv>, { body, type }: PageFile, caching: string): Response {
    const headers = { "content-type": type, "cache-control": caching };
    return c.body(body, 200, { ...headers, "content-length": String(body.byteLength) });
  }

  app.get("/", compress(), async (c) => {
    const page = await readPageFile("index.html", folder);
    if (!page) return c.text(WITHOUT_PAGE);
    const { base } = c.get("via");
    if (base === "") return send(c, page, "no-cache");
    c.header("content-security-policy", PAGE_BELOW_A_BASE);
    return send(c, addBase(page, base), "no-cache");
  });
  app.get("/assets/:name{.+}", compress(), async (c) => {
    const file = await readPageFile(`assets/${c.req.param("name")}`, folder);
    // Their names change with their content, so browsers never have to load them again.
    return file ? send(c, file, "public, max-age=31536000, immutable") : c.notFound();
  });
  app.get("/:name{[\\w-]+\\.(?:svg|png|ico|webmanifest)}", compress(), async (c) => {
    const file = await readPageFile(c.req.param("name"), folder);
    return file ? send(c, file, "public, max-age=3600") : c.notFound();
  });
}

/** The folder of the page's built files, found from the sources as well as from the build. */
export const PAGE: URL = packageFile("dist/page/");

/** False in a clone that was not built. */
export async function isPageBuilt(): Promise<boolean> {
  return (await readPageFile("index.html", PAGE)) !== null;
}

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
