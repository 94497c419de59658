import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A door that a process in the test waits at. */
export interface Gate extends AsyncDisposable {
  url: string;
  /** Resolves when somebody stands at it. */
  reached: Promise<void>;
  /** Lets everybody through, also those who come later. */
  open(): void;
}

export async function newGate(): Promise<Gate> {
  const waiting: ServerResponse[] = [];
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  let opened = false;
  const server = createServer((_request, response) => {
    if (opened) response.end();
    else waiting.push(response);
    resolve();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached,
    open() {
      opened = true;
      for (const response of waiting.splice(0)) response.end();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
