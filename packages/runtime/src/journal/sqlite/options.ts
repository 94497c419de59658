import { ConfigError } from "@rostrum/core/support";
import { checkKeys } from "@rostrum/core/options";
import { checkNumber, checkRetention } from "../check-options.ts";
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
export interface SqliteSettings {
  path: string;
  retentionMs: number | null;
  redactor: Redactor | null;
  leaseMs: number;
  busyTimeoutMs: number;
}

const OPTION_NAMES = ["retentionDays", "redact", "leaseMs", "busyTimeoutMs"];

export function checkSqliteOptions(path: string, options: SqliteJournalOptions): SqliteSettings {
  if (typeof path !== "string" || path === "" || path.includes("\0")) {
    throw new ConfigError("path", `expected the path of a file, got ${JSON.stringify(path)}`);
  }
  if (path === ":memory:" || path.startsWith("file:")) {
    const message = `expected the path of a file, got "${path}"; for memory there is memoryJournal()`;
    throw new ConfigError("path", message);
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) {
    throw new ConfigError(
      "path",
      "expected the path of a file, got an address; for a postgres:// address there is " +
        "postgresJournal() in rostrum/postgres",
    );
  }
  checkKeys(options, OPTION_NAMES, "");
  return {
    path,
    retentionMs: checkRetention(options.retentionDays),
    redactor: createRedactor(options.redact),
    leaseMs: checkNumber("leaseMs", options.leaseMs, 15_000, 50),
    busyTimeoutMs: checkNumber("busyTimeoutMs", options.busyTimeoutMs, 5000),
  };
}
