import { JournalError, type JournalErrorCode, RostrumError } from "@rostrum/core/support";
import { nodeModule } from "../../node-builtins.ts";
import { UnreadableRow } from "../rows.ts";

/** Error of SQLite. The low byte of `errcode` is the kind of error. */
interface SqliteError extends Error {
  errcode: number;
}

const BUSY: ReadonlySet<number> = new Set([5, 6]);
const CANNOT_OPEN = 14;

/** An SQL error, a broken constraint or a value of another type: the tables are not as expected. */
const BY_SQLITE: Record<number, JournalErrorCode> = {
  1: "journal_damaged",
  5: "journal_locked",
  6: "journal_locked",
  8: "journal_read_only",
  11: "journal_damaged",
  13: "journal_full",
  19: "journal_damaged",
  20: "journal_damaged",
  26: "journal_damaged",
};

const BY_SYSTEM: Record<string, JournalErrorCode> = {
  EACCES: "journal_read_only",
  EPERM: "journal_read_only",
  EROFS: "journal_read_only",
  ENOSPC: "journal_full",
  EDQUOT: "journal_full",
};

/** Advice for the user, by kind of error. */
const ADVICE: Partial<Record<JournalErrorCode, string>> = {
  journal_locked:
    "expected to write within the busy timeout, but another process keeps the file locked. " +
    "Close the program that locks it (a backup, a database browser), or raise busyTimeoutMs.",
  journal_read_only:
    "expected a file and a folder this process may write to. " +
    "Grant write permission (for the folder too, because SQLite keeps two files next to the journal), or use another path.",
  journal_damaged:
    "expected a journal, but the file is damaged or cut off. It was left unchanged: " +
    "restore it from a copy, save what is readable with `sqlite3 FILE .recover`, or use another path.",
  journal_full:
    "expected space to write, but the disk is full. What was written before is kept: " +
    "free some space and run the same ids again to continue without paying twice.",
  journal_unavailable:
    "expected a file that can be opened, read and written. " +
    "Check that the path leads to a file on a local disk with free space; what was written before is kept.",
};

export function isLocked(error: unknown): boolean {
  return isSqliteError(error) && BUSY.has(error.errcode & 0xff);
}

/** Turns an error of SQLite or the file system into one that says what to do. The original is its cause. */
export function toSqliteJournalError(error: unknown, path: string): RostrumError {
  if (error instanceof RostrumError) return error;
  const { code, message } = classifyFault(error, path);
  return new JournalError(code, message, { cause: error, path });
}

/** Describes an error in parts, for another thread. The message doesn't begin with the path. */
export function classifyFault(
  error: unknown,
  path: string,
): { code: JournalErrorCode; message: string } {
  const missing = describeMissingModule(error);
  if (missing !== undefined) return { code: "journal_unavailable", message: missing };
  const code = chooseCode(error, path);
  return { code, message: `${ADVICE[code] ?? ADVICE.journal_unavailable}${describeKind(error)}` };
}

export function damagedError(path: string, reason: string): JournalError {
  return new JournalError("journal_damaged", `${ADVICE.journal_damaged} (${reason})`, { path });
}

function chooseCode(error: unknown, path: string): JournalErrorCode {
  if (error instanceof UnreadableRow) return "journal_damaged";
  if (isSqliteError(error)) {
    const kind = error.errcode & 0xff;
    // SQLite says only this when it can't create its files next to the journal.
    if (kind === CANNOT_OPEN && !isWritableAround(path)) return "journal_read_only";
    return BY_SQLITE[kind] ?? "journal_unavailable";
  }
  const { code } = error as { code?: unknown };
  return (typeof code === "string" && BY_SYSTEM[code]) || "journal_unavailable";
}

/** SQLite is built with or without some of its parts. The file is not to blame for a part that is missing. */
function describeMissingModule(error: unknown): string | undefined {
  const name = isSqliteError(error) && /^no such module: (\w+)/.exec(error.message)?.[1];
  if (!name) return undefined;
  return (
    `expected an SQLite with ${name}, which this runtime's SQLite doesn't have. ` +
    "Use Node 22.16 or later as nodejs.org builds it, or memoryJournal()."
  );
}

/** A number or a name to search for; the words around it may contain paths and SQL. */
function describeKind(error: unknown): string {
  if (error instanceof UnreadableRow) return ` (${error.message})`;
  if (isSqliteError(error)) return ` (SQLite error ${error.errcode & 0xff})`;
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? ` (${code})` : "";
}

function isWritableAround(path: string): boolean {
  const { accessSync, constants } = nodeModule("node:fs", "sqliteJournal");
  const { dirname } = nodeModule("node:path", "sqliteJournal");
  try {
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && typeof (error as Partial<SqliteError>).errcode === "number";
}
