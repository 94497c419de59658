import { ConfigError } from "@rostrum/core/support";
import { toStorable, type Query, type SqlScript } from "@rostrum/runtime/sql-journal";
import { createChannelListener, type ChannelListener } from "./channel-listener.ts";
import type { PostgresSettings } from "./options.ts";
import type { Sender, Sql } from "./sql.ts";

export type { Sender, Sql } from "./sql.ts";

type Driver = (url: string, options: object) => Sql;

/** Not a literal in the import, because bundlers would look for this optional package. */
const DRIVER = "postgres";

async function loadDriver(): Promise<Driver> {
  try {
    return ((await import(DRIVER)) as { default: Driver }).default;
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    const message =
      'a postgres:// journal needs a package that is not installed: run "npm install postgres"';
    throw new ConfigError("journal", message, { cause });
  }
}

export interface Connections {
  /** For reading and for opening runs. */
  readers: Sql;
  /** A single connection, so that writes keep their order. */
  writer: Sql;
  /** Commits without waiting for the disk: signals aren't stored. */
  signaler: Sql;
  /** Listens on the journal's channel. */
  listener: ChannelListener;
  end(): Promise<void>;
}

/** Parses Postgres's 64-bit integers as numbers: ours are counts and times, which fit. */
const BIGINT_AS_NUMBER = { bigint: { to: 20, from: [20], parse: Number, serialize: String } };
const CONNECT_SECONDS = 10;
const IDLE_SECONDS = 60;
const END_SECONDS = 2;
/** Minimum time that a transaction may wait for a busy process, however short the lease is. */
const MIN_TRANSACTION_IDLE_MS = 1000;

/** Opens nothing yet: connections are made when they are first used. */
export async function openConnections(settings: PostgresSettings): Promise<Connections> {
  const { url, schema, connections, leaseMs } = settings;
  const driver = await loadDriver();
  // A lost machine or a frozen process in the middle of a transaction would keep its rows locked.
  const idleInTransaction = String(Math.ceil(Math.max(MIN_TRANSACTION_IDLE_MS, leaseMs)));
  const pool = (
    max: number,
    parameters: Record<string, string> = {},
    extraOptions: object = {},
  ): Sql =>
    driver(url, {
      max,
      connect_timeout: CONNECT_SECONDS,
      idle_timeout: IDLE_SECONDS,
      // Waiters reconnect by themselves, soon after the database is back.
      backoff: (tries: number) => Math.min(2 ** tries / 50, 1),
      ...extraOptions,
      // The server's notices are meant for interactive use.
      onnotice: () => undefined,
      connection: {
        application_name: "rostrum",
        idle_in_transaction_session_timeout: idleInTransaction,
        ...parameters,
      },
      types: BIGINT_AS_NUMBER,
      // The driver's query for array types causes an unhandled rejection if the connection breaks during it.
      fetch_types: false,
    });
  const pools = {
    readers: pool(connections),
    writer: pool(1),
    signaler: pool(1, { synchronous_commit: "off" }),
  };
  const listener = createChannelListener(nameChannel(schema), (hooks) =>
    pool(1, {}, { idle_timeout: null, max_lifetime: null, ...hooks }),
  );
  return {
    ...pools,
    listener,
    async end() {
      const ends = Object.values(pools).map((sql) => sql.end({ timeout: END_SECONDS }));
      await Promise.all([listener.end(), ...ends]);
    },
  };
}

/** Channel on which the processes that share a journal notify each other. */
export function nameChannel(schema: string): string {
  return `rostrum_${schema}`;
}

/** Sends a statement. Prepared statements are planned once; `anew` plans for these values. */
export async function send<Row extends object>(
  to: Sender,
  ...[statement, values = [], anew = false]: Query
): Promise<Row[]> {
  const storableValues = values.map((value) =>
    typeof value === "string" ? toStorable(value) : value,
  );
  return (await to.unsafe(statement, storableValues, { prepare: !anew })) as Row[];
}

/** Sends all statements of a script. */
export async function runScript<T>(to: Sender, script: SqlScript<T>): Promise<T> {
  let step = script.next();
  while (!step.done) step = script.next(await send(to, ...step.value));
  return step.value;
}
