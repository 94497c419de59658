import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { JournalError, RostrumError, type JournalErrorCode } from "../../errors.ts";

/** What SQLite throws; the low byte of `errcode` is the kind of error. */
interface SqliteError extends Error {
  errcode: number;
}

const BUSY: ReadonlySet<number> = new Set([5, 6]);
const CANNOT_OPEN = 14;

const BY_SQLITE: Record<number, JournalErrorCode> = {
  5: "journal_locked",
  6: "journal_locked",
  8: "journal_read_only",
  11: "journal_damaged",
  13: "journal_full",
  26: "journal_damaged",
};

const BY_SYSTEM: Record<string, JournalErrorCode> = {
  EACCES: "journal_read_only",
  EPERM: "journal_read_only",
  EROFS: "journal_read_only",
  ENOSPC: "journal_full",
  EDQUOT: "journal_full",
};

/** What to expect and what to do, for each kind. */
const ADVICE: Partial<Record<JournalErrorCode, string>> = {
  journal_locked:
    "expected to write within the busy timeout, but another process keeps the file locked. " +
    "Close what holds it (a backup, a database browser), or raise busyTimeoutMs.",
  journal_read_only:
    "expected a file and a folder this process may write to. " +
    "Give it the rights (the folder too: SQLite keeps two files beside the journal), or name another path.",
  journal_damaged:
    "expected a journal, but the file is damaged or cut off. It was left as it is: " +
    "restore it from a copy, save what is readable with `sqlite3 FILE .recover`, or name another path.",
  journal_full:
    "expected room to write, but the disk is full. What was written before is kept: " +
    "make room and run the same ids again to go on without paying twice.",
  journal_unavailable:
    "expected a file that can be opened, read and written. " +
    "Check that the path leads to a file on a local disk with room on it; what was written before is kept.",
};

export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && BUSY.has(error.errcode & 0xff);
}

/** Whatever SQLite or the file system threw, as an error that says what to do. */
export function faultOf(error: unknown, path: string): RostrumError {
  if (error instanceof RostrumError) return error;
  const code = codeOf(error, path);
  const said = error instanceof Error ? error.message : String(error);
  return new JournalError(code, `${path}: ${ADVICE[code]} (${said})`, { cause: error });
}

export function damagedError(path: string, what: string): JournalError {
  return new JournalError("journal_damaged", `${path}: ${ADVICE.journal_damaged} (${what})`);
}

function codeOf(error: unknown, path: string): JournalErrorCode {
  if (isSqliteError(error)) {
    const kind = error.errcode & 0xff;
    // SQLite says no more than that when it can't make its files beside the journal.
    if (kind === CANNOT_OPEN && !isWritable(dirname(path))) return "journal_read_only";
    return BY_SQLITE[kind] ?? "journal_unavailable";
  }
  const { code } = error as { code?: unknown };
  return (typeof code === "string" && BY_SYSTEM[code]) || "journal_unavailable";
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && typeof (error as Partial<SqliteError>).errcode === "number";
}
