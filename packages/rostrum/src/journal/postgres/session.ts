import type { RostrumError } from "../../errors.ts";
import { nameChannel, openConnections, send, type Sql } from "./driver.ts";
import { createOwnership, type Ownership } from "./leases.ts";
import { createPostgresTables } from "./create-tables.ts";
import type { PostgresSettings } from "./options.ts";
import { createSignals, type Signals } from "./signals.ts";
import type { PostgresStatements } from "./statements.ts";
import { createWriter, type Writer } from "./writer.ts";

/** The database, opened, with our tables. */
export interface PostgresSession {
  readers: Sql;
  writer: Writer;
  ownership: Ownership;
  signals: Signals;
  /** Resolves when everything written so far is durable or refused. */
  flush(): Promise<void>;
  /** Gives every run free and closes the connections. */
  end(): Promise<void>;
}

export async function openPostgresSession(
  settings: PostgresSettings,
  statements: PostgresStatements,
  asFault: (error: unknown) => RostrumError,
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
    held: statements.held,
    asFault,
    retryMs,
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
      // Who waits for one of our runs then waits until the lease ends; nobody can do more here.
      await send(readers, statements.dropLeases, [ownership.owner]).catch(() => []);
      await send(readers, statements.leave, [ownership.owner]).catch(() => []);
      await connections.end();
    },
  };
}
