import type { RostrumError } from "../../errors.ts";
import { nameChannel, openConnections, send, type Sql } from "./driver.ts";
import { createOwnership, type Ownership } from "./leases.ts";
import { createTables } from "./create-tables.ts";
import type { Settings } from "./options.ts";
import type { Shared } from "./run.ts";
import { createSignals, type Signals } from "./signals.ts";
import { writeStatements } from "./statements.ts";
import { createWriter } from "./writer.ts";

/** The database, opened, with our tables. */
export interface Session extends Shared {
  readers: Sql;
  ownership: Ownership;
  /** The table of runs. */
  runs: string;
  signals: Signals;
  /** Resolves when everything written so far is durable or refused. */
  flush(): Promise<void>;
  /** Gives every run free and closes the connections. */
  end(): Promise<void>;
}

export async function openSession(
  settings: Settings,
  asFault: (error: unknown) => RostrumError,
): Promise<Session> {
  const { schema, leaseMs, retryMs, redactor } = settings;
  const connections = await openConnections(settings);
  const { readers, signaler, listener } = connections;
  try {
    await createTables(readers, settings);
  } catch (error) {
    await connections.end();
    throw error;
  }
  const statements = writeStatements(schema, leaseMs);
  const signals = createSignals(signaler, listener, nameChannel(schema), statements.signal);
  const ownership = createOwnership({ sql: readers, statements, leaseMs });
  const writer = createWriter({
    sql: connections.writer,
    held: statements.held,
    asFault,
    retryMs,
    onWritten: (runs) => signals.send({ is: "stored", runs: [...runs] }),
  });
  return {
    readers,
    statements,
    writer,
    redactor,
    signals,
    ownership,
    runs: `${schema}.runs`,
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
