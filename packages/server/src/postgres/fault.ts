import { JournalError, RostrumError, type JournalErrorCode } from "@rostrum/core/support";
import { UnreadableRow } from "@rostrum/runtime/sql-journal";

/** Error codes by SQLSTATE; two characters stand for a class. */
const CODE_BY_SQLSTATE: Record<string, JournalErrorCode> = {
  "22": "journal_damaged",
  "23": "journal_damaged",
  "42": "journal_damaged",
  "42501": "journal_read_only",
  "25006": "journal_read_only",
  "53100": "journal_full",
};

/** Consequence and remedy of each kind of error. */
const ADVICE: Partial<Record<JournalErrorCode, string>> = {
  journal_read_only:
    "expected a user who may create and change tables in the journal's schema. " +
    "Grant that user the rights, or name another database.",
  journal_damaged:
    "expected the tables of a journal, but a table, column or row is something else. " +
    "Nothing was changed: restore the schema from a backup, or name another schema or database.",
  journal_full:
    "expected space to write, but the database's disk is full. What was written before is kept: " +
    "free some space and run the same ids again to continue without paying twice.",
  journal_unavailable:
    "expected a Postgres server that answers. Check the address, that the server runs, and that it takes " +
    "more connections; what was written before is kept.",
};

const CONNECT_ADVICE: Record<string, string> = {
  ERR_INVALID_URL:
    "expected an address such as postgres://user:password@host:5432/database. Escape signs in the password " +
    "(@ is %40, / is %2F), or set PGPASSWORD instead.",
  "28P01": "expected the right password for this user, but the server refused it.",
  "28000": "expected a user who may connect, but the server refused this one.",
  "3D000":
    "expected a database that exists, but there is none of this name. Create it with createdb.",
};

/** Codes of broken connections, and of servers that start, stop or have no connection left: worth trying again. */
const AWAY_CODE =
  /^(?:08...|25P03|57P0.|53300|E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)|CONNECT_TIMEOUT|CONNECTION_(?:CLOSED|DESTROYED))$/;
/** Conflict between two transactions: a retry succeeds. */
const CLASH_SQLSTATE = /^40(?:001|P01)$/;

export function isAway(error: unknown): boolean {
  return AWAY_CODE.test(readState(error));
}

export function isClash(error: unknown): boolean {
  return CLASH_SQLSTATE.test(readState(error));
}

/** True if `txid_status` was asked about a transaction that this server has not begun. */
export function isNeverAssigned(error: unknown): boolean {
  return readState(error) === "22023";
}

/** Turns a driver's error into one that says what to do. The original is the cause. */
export function toPostgresJournalError(error: unknown, displayUrl: string): RostrumError {
  if (error instanceof RostrumError) return error;
  const state = readState(error);
  const code =
    error instanceof UnreadableRow
      ? "journal_damaged"
      : (CODE_BY_SQLSTATE[state] ?? CODE_BY_SQLSTATE[state.slice(0, 2)] ?? "journal_unavailable");
  const advice = CONNECT_ADVICE[state] ?? ADVICE[code];
  const kind = error instanceof UnreadableRow ? error.message : state;
  return new JournalError(code, `${advice}${kind === "" ? "" : ` (${kind})`}`, {
    // The driver's error contains the statement's values, which may be private.
    cause: new Error(error instanceof Error ? error.message : String(error)),
    path: displayUrl,
  });
}

/** SQLSTATE, or the code that Node or the driver gives an error. */
function readState(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
}
