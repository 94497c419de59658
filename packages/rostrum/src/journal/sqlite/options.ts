import { ConfigError } from "../../errors.ts";
import { createRedactor, type Redact, type Redactor } from "../redact.ts";

/** Options of `sqliteJournal()`. */
export interface SqliteJournalOptions {
  /**
   * Runs that were last written to this many days ago are removed when the file is opened, and hourly
   * while it is in use. At least 0. Default: nothing is removed.
   */
  retentionDays?: number;
  /**
   * Leaves the words of questions and replies out of the file: `true` for all of them, or a function
   * from text to what is written instead. Such a run can be listed and shown, but not resumed,
   * replayed or forked, because the texts are missing. Default false.
   */
  redact?: Redact;
  /**
   * Milliseconds after which an owner that can't be asked (on another machine, in another container)
   * and has been silent for so long loses its run. At least 50. Default 15,000.
   */
  leaseMs?: number;
  /** Milliseconds to wait for another process that writes to the same file. At least 0. Default 5,000. */
  busyTimeoutMs?: number;
}

/** Checked, with every default in place. */
export interface Settings {
  path: string;
  retentionMs: number | null;
  redactor: Redactor | null;
  leaseMs: number;
  busyTimeoutMs: number;
}

const KNOWN: readonly (keyof SqliteJournalOptions)[] = [
  "retentionDays",
  "redact",
  "leaseMs",
  "busyTimeoutMs",
];
const DAY_MS = 24 * 60 * 60 * 1000;

export function checkOptions(path: string, options: SqliteJournalOptions): Settings {
  if (typeof path !== "string" || path === "" || path.includes("\0")) {
    throw new ConfigError("path", `expected the path of a file, got ${JSON.stringify(path)}`);
  }
  if (path === ":memory:" || path.startsWith("file:")) {
    throw new ConfigError(
      "path",
      `expected the path of a file, got "${path}"; for memory there is memoryJournal()`,
    );
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) {
    throw new ConfigError(
      "path",
      "expected the path of a file, got an address; for a postgres:// address there is " +
        "postgresJournal() in rostrum/postgres",
    );
  }
  for (const key of Object.keys(options)) {
    if ((KNOWN as readonly string[]).includes(key)) continue;
    throw new ConfigError(key, `expected one of ${KNOWN.join(", ")}`);
  }
  const days = checkNumber(0, options.retentionDays, "retentionDays");
  return {
    path,
    retentionMs: days === undefined ? null : days * DAY_MS,
    redactor: createRedactor(options.redact),
    leaseMs: checkNumber(50, options.leaseMs, "leaseMs") ?? 15_000,
    busyTimeoutMs: checkNumber(0, options.busyTimeoutMs, "busyTimeoutMs") ?? 5000,
  };
}

function checkNumber(least: number, value: unknown, field: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isFinite(value) && value >= least) return value;
  throw new ConfigError(field, `expected a number of at least ${least}, got ${String(value)}`);
}
