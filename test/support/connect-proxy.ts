import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

export interface ConnectProxy extends AsyncDisposable {
  /** For a variable such as `HTTPS_PROXY`. */
  url: string;
  host: string;
  /** Received CONNECT requests, with the credentials. */
  asked: { target: string; authorization: string | undefined }[];
}

/** A proxy on loopback that connects every name to one local port, or refuses with a status. */
export async function startConnectProxy(
  lead: { port: number } | { status: number },
): Promise<ConnectProxy> {
  const connectRequests: ConnectProxy["asked"] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on("connect", (request, client: Socket) => {
    connectRequests.push({
      target: request.url ?? "",
      authorization: request.headers["proxy-authorization"],
    });
    sockets.add(client);
    if ("status" in lead) {
      client.end(`HTTP/1.1 ${lead.status} Refused\r\n\r\n`);
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
