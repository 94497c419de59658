import type { Context, Hono } from "hono";
import type { AppEnv } from "../app-env.ts";
import { PAGE_BELOW_A_BASE } from "../guard/headers.ts";
import { chooseEncoding, compressFile, readPageFile, type PageFile } from "./page-files.ts";

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
    const headers = {
      "content-type": file.type,
      "cache-control": caching,
      vary: "accept-encoding",
    };
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
