import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface PaidCall {
  stepId: string;
  role: string;
  debater?: string;
  round: number;
}

export interface Provider {
  url: string;
  close(): Promise<void>;
}

/** A provider that bills every request it gets, and always says the same to the same. */
export async function startProvider(
  /** A number is the status of a refusal. */
  onCall: (call: PaidCall, life: number) => void | number | Promise<void | number>,
  onReply: (call: PaidCall, life: number) => void = () => undefined,
): Promise<Provider> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => void bill(body, lifeOf(request.url), response));
  });
  async function bill(body: string, life: number, response: ServerResponse): Promise<void> {
    const call = JSON.parse(body) as PaidCall;
    const status = await onCall(call, life);
    if (typeof status === "number") response.statusCode = status;
    response.end(JSON.stringify(replyTo(call, body)));
    onReply(call, life);
  }

  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Which process asks: `?life=3`. */
function lifeOf(url = "/"): number {
  return Number(new URL(url, "http://localhost").searchParams.get("life") ?? 0);
}

/**
 * The whole request goes into the reply: a debate that was resumed wrongly reads differently. The marks of
 * fences don't: they come from a secret that every run has of its own.
 */
function replyTo({ debater = "x", round, role }: PaidCall, body: string): object {
  const print = createHash("sha256").update(withoutMarks(body)).digest("hex");
  const own = { ann: 11, bob: 12, cleo: round === 0 ? 13 : 12 }[debater] ?? 12;
  const reasoning = `I counted them twice in round ${round} and noted ${print.slice(0, 12)}.`;
  const confidence = role === "router" ? 0.5 : (Number.parseInt(print.slice(0, 2), 16) % 90) / 100;
  return {
    text: JSON.stringify({ reasoning, answer: String(own), confidence }),
    usage: { inputTokens: body.length, outputTokens: reasoning.length },
    finishReason: "stop",
    costUsd: 0.001,
    // What clients leave in their replies must not reach the file.
    headers: { authorization: "Bearer sk-crash-journey-secret" },
  };
}

/** Each run has marks of its own around what it quotes; what is said doesn't hang on them. */
function withoutMarks(body: string): string {
  return body.replaceAll(/\[\[\w+ (begin|end): /g, "[[$1: ");
}
