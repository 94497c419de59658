import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

export interface FileServer {
  /** Ends with a slash. */
  url: string;
  /** Paths that were asked for. */
  asked: string[];
  close(): Promise<void>;
}

/** What a server does that is not plain. */
export interface ServerHabits {
  /** Sent with every file. */
  headers?: Record<string, string>;
  /** The type of files whose names end so, instead of the right one. */
  types?: Record<string, string>;
  /** A page that is sent instead of the file at this path. */
  instead?: (pathname: string) => string | undefined;
}

/** A folder on a file server under a path of its own. Unless it has habits: no headers, no rewriting. */
export async function serveFolder(
  folder: string,
  path = "/",
  { headers = {}, types = {}, instead }: ServerHabits = {},
): Promise<FileServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    asked.push(pathname);
    const page = instead?.(pathname);
    if (page !== undefined) {
      response.writeHead(200, { ...headers, "content-type": "text/html" }).end(page);
      return;
    }
    const inside = pathname.startsWith(path) ? pathname.slice(path.length) : "nothing/there";
    let file = join(folder, normalize(`/${decodeURIComponent(inside)}`));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    // As GitHub Pages and most hosts of static pages do.
    if (!existsSync(file) && existsSync(`${file}.html`)) file = `${file}.html`;
    if (!existsSync(file)) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
      return;
    }
    const type = { ...TYPES, ...types }[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { ...headers, "content-type": type });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: used } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${used}${path}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
