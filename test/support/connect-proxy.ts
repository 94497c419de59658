import { createServer, request, type IncomingMessage } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

export interface ConnectProxy extends AsyncDisposable {
  /** For a variable such as `HTTPS_PROXY`. */
  url: string;
  host: string;
  /** Received requests, with the credentials: an address, or host and port where a tunnel was asked for. */
  asked: { target: string; authorization: string | undefined }[];
}

/**
 * A proxy on loopback that connects every name to one local port, or refuses with a status. As Squid does by default, it
 * opens tunnels to port 443 only.
 */
export async function startConnectProxy(
  lead: { port: number } | { status: number },
): Promise<ConnectProxy> {
  const connectRequests: ConnectProxy["asked"] = [];
  const sockets = new Set<Socket>();
  const note = ({ url = "", headers }: IncomingMessage): void => {
    connectRequests.push({ target: url, authorization: headers["proxy-authorization"] });
  };
  const server = createServer((incoming, response) => {
    note(incoming);
    if ("status" in lead) {
      response.writeHead(lead.status).end();
      return;
    }
    const { pathname, search } = new URL(incoming.url ?? "");
    const { method, headers } = incoming;
    const path = pathname + search;
    const forwarded = request({ host: "127.0.0.1", port: lead.port, path, method, headers });
    forwarded.on("response", (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    incoming.pipe(forwarded);
  });
  server.on("connect", (incoming: IncomingMessage, client: Socket) => {
    note(incoming);
    sockets.add(client);
    const status = "status" in lead ? lead.status : incoming.url?.endsWith(":443") ? null : 403;
    if ("status" in lead || status !== null) {
      client.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
      return;
    }
    const upstream = connect(lead.port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    sockets.add(upstream);
    for (const socket of [client, upstream]) socket.on("error", () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    asked: connectRequests,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
