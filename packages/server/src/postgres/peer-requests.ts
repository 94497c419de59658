import type { PeerHost, Peers } from "@rostrum/runtime/journal";
import { send } from "./driver.ts";
import type { OpenPeerSession } from "./peer-session.ts";

/** Requests to the process that owns a run. They and their answers are in the database; signals only announce them. */
export interface PeerRequests extends Pick<Peers, "ask"> {
  /** Carries out a request of another process, if a host of this process owns its run. */
  take(request: number): Promise<void>;
  onAnswer(request: number): void;
}

export function createPeerRequests(
  session: OpenPeerSession,
  hosts: ReadonlySet<PeerHost>,
): PeerRequests {
  const waiting = new Map<number, () => void>();

  return {
    async ask(id, act, patienceMs) {
      const { sql, statements, signals } = await session();
      const [row] = await send<{ n: number }>(sql, statements.ask, [id, JSON.stringify(act)]);
      if (!row) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timeout = setTimeout(resolve, patienceMs);
      waiting.set(row.n, resolve);
      signals.send({ is: "request", request: row.n });
      try {
        await promise;
        const [stored] = await send<{ answer: string | null }>(sql, statements.answered, [row.n]);
        return stored?.answer == null ? undefined : (JSON.parse(stored.answer) as unknown);
      } finally {
        clearTimeout(timeout);
        waiting.delete(row.n);
        await send(sql, statements.forgetRequest, [row.n]).catch(() => undefined);
      }
    },
    async take(request) {
      const { sql, statements, signals } = await session();
      const [pendingRequest] = await send<{ id: string; body: string }>(sql, statements.asked, [
        request,
      ]);
      if (!pendingRequest) return;
      for (const host of hosts) {
        const acting = host.act(pendingRequest.id, JSON.parse(pendingRequest.body));
        if (!acting) continue;
        const answer = JSON.stringify((await acting) ?? null);
        await send(sql, statements.answer, [request, answer]);
        signals.send({ is: "answer", request });
        return;
      }
    },
    onAnswer: (request) => waiting.get(request)?.(),
  };
}
