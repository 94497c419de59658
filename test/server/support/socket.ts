import { execFile } from "node:child_process";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { memoryJournal } from "rostrum";
import { serve, type ServeOptions, type Serving } from "rostrum/server";
import { onTestFinished } from "vitest";
import { agreeing, split } from "./call.ts";

/** A server on a port. It ends with the test. */
export async function listening(options: Partial<ServeOptions> = {}): Promise<Serving> {
  const serving = await serve({
    port: 0,
    panels: { agreeing, split },
    journal: memoryJournal(),
    ...options,
  });
  onTestFinished(() => serving.close());
  return serving;
}

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  /** Sent with its length. */
  body?: string;
  /** Sent piece by piece, without a length. */
  chunks?: readonly string[];
}

export interface Answered {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

/** One request through Node's own client, which adds nothing that it isn't told to. */
export async function sent({ port }: Serving, path: string, how: Sent = {}): Promise<Answered> {
  const { method = "GET", headers = {}, body, chunks } = how;
  const outgoing = request({ port, host: "127.0.0.1", path, method, headers, agent: false });
  const answered = once(outgoing, "response");
  // A server may answer and close before it has read everything: the answer counts.
  outgoing.on("error", () => undefined);
  if (chunks) {
    outgoing.setHeader("transfer-encoding", "chunked");
    for (const chunk of chunks) outgoing.write(chunk);
  }
  if (body !== undefined) outgoing.setHeader("content-length", Buffer.byteLength(body));
  outgoing.end(body);
  const [incoming] = (await answered) as [IncomingMessage];
  let text = "";
  incoming.setEncoding("utf8");
  incoming.on("data", (piece: string) => (text += piece));
  await Promise.race([once(incoming, "end"), once(incoming, "close")]);
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text };
}

/** A bare connection, for what no client would send. */
export async function dialled({ port }: Serving): Promise<{ socket: Socket; said(): string }> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.setEncoding("utf8");
  socket.on("data", (piece: string) => (text += piece));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, said: () => text };
}

/** What `curl` makes of it; `null` where there is no curl. */
export async function curled(...args: string[]): Promise<{ status: number; text: string } | null> {
  return new Promise((resolve, reject) => {
    execFile("curl", ["-s", "-m", "20", "-w", "\n%{http_code}", ...args], (error, out) => {
      if (error && (error as NodeJS.ErrnoException).code === "ENOENT") return resolve(null);
      if (error) return reject(error);
      const at = out.lastIndexOf("\n");
      resolve({ status: Number(out.slice(at + 1)), text: out.slice(0, at) });
    });
  });
}
