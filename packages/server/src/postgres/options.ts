import { ConfigError } from "@rostrum/core/support";
import { checkKeys } from "@rostrum/core/options";
import {
  checkNumber,
  checkRetention,
  createRedactor,
  type Redact,
  type Redactor,
} from "@rostrum/runtime/sql-journal";

/** Options of `postgresJournal()`. */
export interface PostgresJournalOptions {
  /** Schema that holds the tables; created if missing. Letters, digits and _. Default `rostrum`. */
  schema?: string;
  /** Connections for reading and opening runs, 1 to 100. Writing and listening take three more. Default 4. */
  connections?: number;
  /**
   * Milliseconds without a heartbeat after which a process loses its runs, by the database's clock. At least 50.
   * Default 15,000.
   */
  leaseMs?: number;
  /** Milliseconds for which writes are retried while the database is away. At least 0. Default 20,000. */
  retryMs?: number;
  /** Days without a write after which a run is removed; checked hourly. At least 0. Default: never. */
  retentionDays?: number;
  /** Leaves out the text of questions and replies, as in `sqliteJournal()`. Default false. */
  redact?: Redact;
}

/** Checked options with all defaults. */
export interface PostgresSettings {
  url: string;
  /** Address without its password. */
  displayUrl: string;
  schema: string;
  connections: number;
  leaseMs: number;
  retryMs: number;
  retentionMs: number | null;
  redactor: Redactor | null;
}

const OPTION_NAMES = ["schema", "connections", "leaseMs", "retryMs", "retentionDays", "redact"];
const EXAMPLE = "postgres://user:password@host:5432/database";

export function checkPostgresOptions(
  url: string,
  options: PostgresJournalOptions,
): PostgresSettings {
  if (typeof url !== "string" || !isPostgresUrl(url)) {
    throw new ConfigError("url", `expected an address such as ${EXAMPLE}, got something else`);
  }
  checkKeys(options, OPTION_NAMES, "");
  const { schema = "rostrum" } = options;
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(schema)) {
    const message = `expected a name of lowercase letters, digits and _, at most 51, got ${JSON.stringify(schema)}`;
    throw new ConfigError("schema", message);
  }
  return {
    url,
    displayUrl: hidePassword(url),
    schema,
    connections: Math.floor(checkNumber("connections", options.connections, 4, 1, 100)),
    leaseMs: checkNumber("leaseMs", options.leaseMs, 15_000, 50, 86_400_000),
    retryMs: checkNumber("retryMs", options.retryMs, 20_000, 0, Infinity),
    retentionMs: checkRetention(options.retentionDays),
    redactor: createRedactor(options.redact),
  };
}

/** Returns true if a text names a Postgres database rather than a file. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(text);
}

/**
 * Makes an address safe to display: removes the password, anything that may be part of an unescaped password, and the
 * options, which may hold secrets too.
 */
export function hidePassword(url: string): string {
  const [, scheme = "", rest = ""] = /^([a-z]+:\/\/)(.*)$/is.exec(url) ?? [];
  const at = rest.lastIndexOf("@");
  const before = rest.slice(0, Math.max(at, 0));
  const user = before.split(/[:@/?#]/, 1)[0] ?? "";
  const place = rest.slice(at + 1).split(/[?#]/, 1)[0] ?? "";
  // Without an @, a password may stand where a port is expected; with an @ in the options, its end is ambiguous.
  const unclear = at === -1 ? /^[^/]*:(?!\d*(?:[/,]|$))/.test(place) : /[/?#]/.test(before);
  const visiblePlace = unclear ? "…" : place;
  return `${scheme}${user === "" ? "" : `${user}@`}${visiblePlace}`;
}
