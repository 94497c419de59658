import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it came over the wire. */
export interface WireRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
  /** Everything that was sent, headers and body, to look for what must not be in it. */
  bytes: string;
}

export interface WireReply {
  status?: number;
  headers?: Record<string, string>;
  /** JSON, or the lines of an event stream. */
  body: object | string[];
}

export interface WireServer extends AsyncDisposable {
  /** Address without a path. */
  url: string;
  host: string;
  received: WireRequest[];
}

/** A real HTTP server that answers as the test says, in whatever language. */
export async function wireServer(
  answer: (request: WireRequest, index: number) => WireReply,
): Promise<WireServer> {
  const received: WireRequest[] = [];
  const server = createServer((incoming, response) => {
    let text = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => (text += chunk));
    incoming.on("end", () => {
      const request: WireRequest = {
        method: incoming.method ?? "",
        path: incoming.url ?? "",
        headers: incoming.headers,
        body: text === "" ? {} : (JSON.parse(text) as WireRequest["body"]),
        bytes: `${incoming.url}\n${incoming.rawHeaders.join("\n")}\n${text}`,
      };
      received.push(request);
      const { status = 200, headers = {}, body } = answer(request, received.length - 1);
      const isStream = Array.isArray(body);
      const type = isStream ? "text/event-stream" : "application/json";
      response.writeHead(status, { "content-type": type, ...headers });
      response.end(isStream ? `${body.join("\n\n")}\n\n` : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
