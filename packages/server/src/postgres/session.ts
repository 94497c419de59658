import { hostname } from "node:os";
import type { RostrumError } from "@rostrum/core/support";
import { nameChannel, openConnections, send, type Sql } from "./driver.ts";
import { createPostgresTables } from "./schema.ts";
import type { PostgresSettings } from "./options.ts";
import type { Outage } from "./outage.ts";
import { createSignals, type PostgresSignals } from "./signals.ts";
import type { PostgresStatements } from "./statements.ts";
import { createWriter, type Writer } from "./writer.ts";
import { createHeartbeat, type Heartbeat, describeProcess } from "@rostrum/runtime/sql-journal";

/** Open database with our tables. */
export interface PostgresSession {
  readers: Sql;
  writer: Writer;
  ownership: Ownership;
  signals: PostgresSignals;
  /** Resolves when everything written so far is durable or refused. */
  flush(): Promise<void>;
  /** Releases all runs and closes the connections. */
  end(): Promise<void>;
}

export async function openPostgresSession(
  settings: PostgresSettings,
  statements: PostgresStatements,
  asFault: (error: unknown) => RostrumError,
  outage: Outage,
): Promise<PostgresSession> {
  const { schema, leaseMs, retryMs } = settings;
  const connections = await openConnections(settings);
  const { readers, signaler, listener } = connections;
  try {
    await createPostgresTables(readers, settings);
  } catch (error) {
    await connections.end();
    throw error;
  }
  const signals = createSignals(signaler, listener, nameChannel(schema), statements.signal);
  const ownership = createOwnership(readers, statements, leaseMs);
  const writer = createWriter({
    sql: connections.writer,
    heldStatement: statements.held,
    asFault,
    retryMs,
    outage,
    onWritten: (runs) => signals.send({ is: "stored", runs: [...runs] }),
  });
  return {
    readers,
    writer,
    signals,
    ownership,
    async flush() {
      await writer.flush();
      await signals.flush();
    },
    async end() {
      ownership.stop();
      // If this fails, the runs are free when their lease ends; nothing more can be done here.
      await send(readers, statements.dropLeases, [ownership.owner]).catch(() => []);
      await send(readers, statements.leave, [ownership.owner]).catch(() => []);
      await connections.end();
    },
  };
}

/** This process as an owner of runs, alive while it sends heartbeats, by the database's clock. */
interface Ownership extends Heartbeat {
  /** Resolves when the database knows that this process is alive. */
  alive(): Promise<void>;
}

function createOwnership(sql: Sql, statements: PostgresStatements, leaseMs: number): Ownership {
  const name = describeProcess(hostname(), process.pid);
  let firstBeat: { at: number; done: Promise<void> } | null = null;

  async function beat(owner: string, abandoned: readonly string[]): Promise<void> {
    await send(sql, statements.beat, [owner, name, leaseMs]);
    for (const token of abandoned) await send(sql, statements.dropLease, [token]);
  }

  const heartbeat = createHeartbeat(leaseMs, beat);
  async function alive(): Promise<void> {
    const now = performance.now();
    const isLate = !heartbeat.beating && now - (firstBeat?.at ?? -Infinity) > leaseMs / 3;
    if (firstBeat === null || isLate) firstBeat = { at: now, done: beat(heartbeat.owner, []) };
    const ownBeat = firstBeat;
    try {
      await ownBeat.done;
    } catch (error) {
      if (firstBeat === ownBeat) firstBeat = null;
      throw error;
    }
  }

  return Object.assign(heartbeat, { alive });
}
