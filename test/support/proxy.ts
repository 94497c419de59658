import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ProxyOptions {
  /** The path that the server gets for the client's; `null`: another program answers. Default: the same. */
  path?(path: string): string | null;
  /** The Host header that the server gets. Default: what the client sent. */
  host?: string;
  /** Headers that are added. */
  headers?(incoming: IncomingMessage): Record<string, string>;
  /** Holds every answer back until it is complete. */
  buffers?: boolean;
}

export interface Proxy {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** A reverse proxy on a port of this machine, as nginx or Caddy would be. */
export async function reverseProxy(target: number, options: ProxyOptions = {}): Promise<Proxy> {
  const { path = (same) => same, host, headers = () => ({}), buffers = false } = options;

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const targetPath = path(incoming.url ?? "/");
    if (targetPath === null) {
      outgoing.writeHead(200, { "content-type": "text/html" }).end("<h1>Another program</h1>");
      return;
    }
    const forwarded = request(
      {
        host: "127.0.0.1",
        port: target,
        path: targetPath,
        method: incoming.method,
        headers: {
          ...incoming.headers,
          ...(host === undefined ? {} : { host }),
          ...headers(incoming),
        },
      },
      (answer) => {
        const begin = (): unknown => outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        if (!buffers) {
          begin();
          answer.pipe(outgoing);
          return;
        }
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          begin();
          outgoing.end(Buffer.concat(parts));
        });
      },
    );
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  }

  const server = createServer(pass).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
