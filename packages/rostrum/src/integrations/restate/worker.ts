import type { Server } from "node:http";
import type { Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { loadPeer } from "../load-peer.ts";
import { createServices, type WorkerOptions } from "./services.ts";

/** Options of `serveWorker()`. */
export interface ServeOptions extends WorkerOptions {
  /** Default 9080; 0 means any free port. */
  port?: number;
  /** Default: all interfaces, since the cluster calls the worker. */
  host?: string;
  /**
   * Speak HTTP/1.1 with one connection per call, so that a plain TCP balancer spreads calls over workers.
   * Default: HTTP/2.
   */
  http11?: boolean;
}

/** A worker that listens. */
export interface Worker {
  port: number;
  close(): Promise<void>;
}

/** Starts a worker. Register its address, or its balancer's, with the cluster once. */
export async function serveWorker({
  port = 9080,
  host,
  http11,
  ...options
}: ServeOptions): Promise<Worker> {
  const { createEndpointHandler } = await loadPeer(
    "@restatedev/restate-sdk",
    () => import("@restatedev/restate-sdk"),
  );
  const services = await createServices(options);
  const handler = createEndpointHandler({ services });
  const server: Server | Http2Server = http11
    ? (await import("node:http")).createServer(handler)
    : (await import("node:http2")).createServer(handler);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
