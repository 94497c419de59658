import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import type { ModelReply } from "../../packages/rostrum/src/index.ts";
import type { ProviderAnswer, ProviderRequest } from "./ask-provider.ts";

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
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    // Its process was killed.
    socket.on("error", () => undefined);
    let line = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      line += chunk;
      if (line.endsWith("\n")) void bill(line, socket);
    });
  });
  async function bill(line: string, socket: Socket): Promise<void> {
    const { life, body } = JSON.parse(line) as ProviderRequest;
    const call = JSON.parse(body) as PaidCall;
    const status = (await onCall(call, life)) ?? 200;
    socket.end(
      `${JSON.stringify({ status, reply: replyTo(call, body) } satisfies ProviderAnswer)}\n`,
    );
    onReply(call, life);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `tcp://127.0.0.1:${port}`,
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * The whole request goes into the reply: a debate that was resumed wrongly reads differently. The marks of
 * fences don't: they come from a secret that every run has of its own.
 */
function replyTo(
  { debater = "x", round, role }: PaidCall,
  body: string,
): ModelReply & { headers: object } {
  const print = createHash("sha256").update(withoutMarks(body)).digest("hex");
  const own = { ann: 11, bob: 12, cleo: round === 0 ? 13 : 12 }[debater] ?? 12;
  const reasoning = `I counted them twice in round ${round} and noted ${print.slice(0, 12)}.`;
  const confidence = role === "router" ? 0.5 : (Number.parseInt(print.slice(0, 2), 16) % 90) / 100;
  // What each kind of call asks for: a ballot, findings, votes on them, a critique, a signature, a crux, claims.
  const more = {
    ranking: [2, 1],
    findings: [{ quote: "stones lie in basket", claim: `Print ${print}`, severity: "low" }],
    votes: [{ item: 1, quote: "How many stones", vote: print < "8" ? "refute" : "uphold" }],
    critique: [{ quote: "I counted them twice", problem: print, suggestion: "" }],
    signedOff: true,
    claim: `The basket was counted twice: ${print}`,
    for: [1],
    against: [2],
    claims: [{ text: print, support: [{ item: 1, quote: "I counted them twice" }] }],
    recommendation: `Count again: ${print}`,
  };
  return {
    text: JSON.stringify({ reasoning, answer: String(own), confidence, ...more }),
    usage: { inputTokens: body.length, outputTokens: reasoning.length },
    finishReason: "stop",
    costUsd: 0.001,
    // What clients leave in their replies must not reach the file.
    headers: { authorization: "Bearer sk-crash-journey-secret" },
  };
}

/** Each run has marks of its own around what it quotes and around answers; what is said doesn't depend on them. */
function withoutMarks(body: string): string {
  return body
    .replaceAll(/\[\[\w+ (begin|end): /g, "[[$1: ")
    .replaceAll(/\[\[(answer|end) \w+\]\]/g, "[[$1]]");
}
