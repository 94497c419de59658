import { connect } from "node:net";
import type { ModelReply } from "../../packages/rostrum/src/index.ts";

/** A line to the provider. */
export interface ProviderRequest {
  /** Which process asks. */
  life: number;
  body: string;
}

/** The line that comes back. */
export interface ProviderAnswer {
  status: number;
  reply: ModelReply;
}

/**
 * One request on a connection of its own: `tcp://127.0.0.1:1234?life=3`. Not over HTTP, because loading
 * Node's client would be most of what a process does that lives for a tenth of a second.
 */
export function askProvider(
  url: string,
  body: string,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const { hostname, port, searchParams } = new URL(url);
  const life = Number(searchParams.get("life") ?? 0);
  return new Promise((resolve, reject) => {
    let line = "";
    const socket = connect({ host: hostname, port: Number(port), signal });
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (line += chunk));
    socket.on("error", reject);
    socket.on("close", () => {
      if (line.endsWith("\n")) resolve(JSON.parse(line) as ProviderAnswer);
      else reject(new Error("the provider left in the middle of its reply"));
    });
    socket.write(`${JSON.stringify({ life, body } satisfies ProviderRequest)}\n`);
  });
}
