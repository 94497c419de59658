import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { StoredEvent } from "rostrum";
import { postgresJournal } from "../../../packages/server/src/postgres/index.ts";
import { sseOf } from "../../server/support/sse.ts";
import { program } from "../../support/programs.ts";

export interface ServerProcess {
  url: string;
  child: ChildProcess;
}

/** A server on the database, as a process of its own. */
export async function serverOn(env: {
  DATABASE: string;
  PROVIDER: string;
  LEASE_MS: string;
  BASE_PATH?: string;
  HOST?: string;
  /** Of the only user. Without it, there are no users. */
  TOKEN?: string;
}): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program("postgres-server")], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("the server ended")));
  ended.catch(() => undefined);
  const line = once(createInterface({ input: child.stdout }), "line");
  const [url] = (await Promise.race([line, ended])) as [string];
  return { url, child };
}

export async function order(
  { url }: ServerProcess,
  body: Record<string, unknown>,
): Promise<Response> {
  return fetch(`${url}/debates`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Every stored event of a debate, as a watcher of that server gets them until the end. */
export async function watched({ url }: ServerProcess, id: string): Promise<StoredEvent[]> {
  const seen: StoredEvent[] = [];
  for await (const { id: number, data } of sseOf(await fetch(`${url}/debates/${id}/events`))) {
    if (number !== null) seen.push(JSON.parse(data) as StoredEvent);
  }
  return seen;
}

export interface Failover {
  /** What a watcher of the other server saw of each debate. */
  seen: StoredEvent[][];
  /** Milliseconds from the kill to the end of the last debate. */
  ms: number;
  /** When it was killed, in milliseconds since 1970. */
  killedAt: number;
  /** Steps whose reply was in the journal at the kill. */
  journaled: string[];
  /** Steps that were paid more than once. */
  paidTwice: string[];
  /** All calls that were paid. */
  paid: number;
}

export interface FailoverOptions {
  debates: number;
  database: string;
  leaseMs: number;
  provider: { url: string; paid: ReadonlyMap<string, number> };
  /** The server is killed when so many calls have been paid. */
  killAfter: number;
}

/** Two servers on one database. One holds every debate, and is killed; the other is watched. */
export async function failover(options: FailoverOptions): Promise<Failover> {
  const { debates, database, leaseMs, provider, killAfter } = options;
  const env = { DATABASE: database, PROVIDER: provider.url, LEASE_MS: String(leaseMs) };
  const servers = await Promise.all([serverOn(env), serverOn(env)]);
  const [first, second] = servers;
  const journal = postgresJournal(database, { leaseMs });
  try {
    const ids = Array.from({ length: debates }, (_, at) => `debate-${at}`);
    for (const id of ids) {
      const { status } = await order(first, { question: `Question ${id}?`, panel: "three", id });
      if (status !== 201) throw new Error(`the debate was not taken: ${status}`);
    }
    const watching = ids.map((id) => watched(second, id));
    while (sum(provider.paid) < killAfter) await new Promise((resolve) => setTimeout(resolve, 5));
    const gone = once(first.child, "exit");
    first.child.kill("SIGKILL");
    const killed = performance.now();
    const killedAt = Date.now();
    await gone;
    // The other one waits for the lease, so this is what there was at the kill.
    const runs = await Promise.all(ids.map((id) => journal.read(id)));
    const journaled = runs.flatMap((run) =>
      [...(run?.steps ?? [])].flatMap(([step, { outcome }]) => (outcome ? [step] : [])),
    );
    const seen = await Promise.all(watching);
    const ms = performance.now() - killed;
    return {
      seen,
      ms,
      killedAt,
      journaled,
      paidTwice: [...provider.paid].flatMap(([step, times]) => (times > 1 ? [step] : [])),
      paid: sum(provider.paid),
    };
  } finally {
    for (const { child } of servers) child.kill("SIGKILL");
    await journal.close();
  }
}

function sum(paid: ReadonlyMap<string, number>): number {
  return [...paid.values()].reduce((all, times) => all + times, 0);
}
