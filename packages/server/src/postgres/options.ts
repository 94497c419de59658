import { ConfigError } from "@rostrum/core/support";
import { checkKeys } from "@rostrum/core/options";
import {
  checkNumber,
  checkRetention,
  createRedactor,
  type Redact,
  type Redactor,
} from "@rostrum/core/sql-journal";

/** Options of `postgresJournal()`. */
export interface PostgresJournalOptions {
  /** The schema that holds the tables; made if it isn't there. Letters, digits and _. Default `rostrum`. */
  schema?: string;
  /** Connections for reading and opening runs, 1 to 100. Writing and listening take three more. Default 4. */
  connections?: number;
  /**
   * Milliseconds after which a process that gives no sign of life loses its runs, on the database's own
   * clock. At least 50. Default 15,000.
   */
  leaseMs?: number;
  /**
   * Milliseconds that the database may be away before writes are given up; until then, they are tried again. At least
   * 0. Default 20,000.
   */
  retryMs?: number;
  /** Runs not written to for this number of days are removed, hourly. At least 0. Default: none are. */
  retentionDays?: number;
  /** Leaves the words of questions and replies out, as in `sqliteJournal()`. Default false. */
  redact?: Redact;
}

/** Checked, with every default in place. */
export interface PostgresSettings {
  url: string;
  /** The address without its password. */
  shown: string;
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
    shown: hidePassword(url),
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
 * An address as it may be shown: without the password, and without options, which may hold secrets too. What may be a
 * part of a password that was not escaped is left out.
 */
export function hidePassword(url: string): string {
  const [, scheme = "", rest = ""] = /^([a-z]+:\/\/)(.*)$/is.exec(url) ?? [];
  const at = rest.lastIndexOf("@");
  const before = rest.slice(0, Math.max(at, 0));
  const user = before.split(/[:@/?#]/, 1)[0] ?? "";
  const place = rest.slice(at + 1).split(/[?#]/, 1)[0] ?? "";
  // Without an @, a password may stand where a port is expected; with one in the options, nobody can say where it ends.
  const unclear = at === -1 ? /^[^/]*:(?!\d*(?:[/,]|$))/.test(place) : /[/?#]/.test(before);
  const visiblePlace = unclear ? "…" : place;
  return `${scheme}${user === "" ? "" : `${user}@`}${visiblePlace}`;
}
