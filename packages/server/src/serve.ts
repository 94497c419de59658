import { createAdaptorServer } from "@hono/node-server";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import { ConfigError } from "@rostrum/core/support";
import { isLoopback } from "./address.ts";
import { refuseOpenAccess } from "./guard/open-access.ts";
import { readBasePath } from "./guard/proxies.ts";
import { createServer, type RostrumServer } from "./create-server.ts";
import type { ServerOptions } from "./options.ts";

/** Options of `serve()`. */
export interface ServeOptions extends ServerOptions {
  /** 0 means any free port. Default 4717. */
  port?: number;
  /** Address to listen on. Default `127.0.0.1`. */
  host?: string;
}

/** A server that listens. */
export interface Serving {
  /** The server's address, such as `http://127.0.0.1:4717`. */
  url: string;
  port: number;
  server: RostrumServer;
  /** Debates that were resumed where an earlier server left off. */
  resumed: string[];
  /** Stops listening. Running debates are left for the next server to resume. */
  close(): Promise<void>;
}

/** The port of `rostrum serve`. */
export const DEFAULT_PORT = 4717;

/**
 * Disconnects requests that arrive too slowly; responses may take any time. Proxies keep idle connections for a
 * minute: if the server closed one first, the next request on it would fail.
 */
const TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 60_000, keepAliveTimeout: 75_000 };

/** How long a stopping server waits until its responses are sent. */
const CLOSE_TIMEOUT_MS = 5000;

/**
 * Serves on a port of this machine, and resumes what an earlier server left unfinished. Rejects without users (`auth`) if
 * `host`, `hosts`, `proxies`, `basePath` or `publicUrl` says that other machines reach it, or if there is `loadTokens`.
 */
export async function serve({
  port = DEFAULT_PORT,
  host = "127.0.0.1",
  ...options
}: ServeOptions): Promise<Serving> {
  const local = isLoopback(host);
  refuseOpenAccess(host, options);
  const server = createServer({
    ...options,
    ...(local ? {} : { anyAddress: options.anyAddress ?? true }),
  });
  const listener = createAdaptorServer({
    fetch: server.app.fetch,
    // HTTP/1.0 needs no Host, and the health checks of some proxies send none.
    hostname: "localhost",
    // Leaves Node's globals unchanged for the user's program.
    overrideGlobalObjects: false,
    serverOptions: TIMEOUTS,
  }) as Server;
  const answersSent = trackAnswers(listener);
  try {
    await startListening(listener, port, host);
  } catch (error) {
    await server.close();
    throw error;
  }
  const resumed = await server.resume();
  const { port: actual } = listener.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${actual}${readBasePath(options.basePath ?? "")}`,
    port: actual,
    server,
    resumed,
    async close() {
      // Refuses new requests while the last responses are still being sent.
      await server.close();
      await answersSent();
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      listener.closeAllConnections();
      await closed;
    },
  };
}

/** Resolves when every response is sent, or after a timeout: clients that don't read are then cut off. */
function trackAnswers(listener: Server): () => Promise<void> {
  let open = 0;
  let allSent: () => void = () => undefined;
  listener.on("request", (_request, response: ServerResponse) => {
    open += 1;
    // Node also counts a connection as idle whose response is written but not sent.
    response.once("close", () => {
      open -= 1;
      if (open === 0) allSent();
    });
  });
  return async () => {
    if (open === 0) return;
    const last = new Promise<void>((resolve) => (allSent = resolve));
    await Promise.race([last, after(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  };
}

function startListening(listener: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once("error", (error: NodeJS.ErrnoException) =>
      reject(explainListenError(error, port, host)),
    );
    listener.listen(port, host, resolve);
  });
}

function explainListenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const causes: Record<string, [field: string, message: string]> = {
    EADDRINUSE: ["port", `${port} is in use by another program: stop it, or choose another port`],
    EACCES: ["port", `${port} may not be used by this user: choose one above 1023`],
    EADDRNOTAVAIL: ["host", `expected an address of this machine, got ${host}`],
    ENOTFOUND: ["host", `expected an address of this machine, got ${host}`],
  };
  const explanation = causes[error.code ?? ""];
  return explanation ? new ConfigError(...explanation, { cause: error }) : error;
}
