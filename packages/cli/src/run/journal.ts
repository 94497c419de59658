import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  defaultJournalPath,
  sqliteJournal,
  type RunStore,
  type ServiceStore,
} from "@rostrum/runtime/journal";
import { isPostgresUrl, hidePassword } from "@rostrum/server/postgres-url";
import { readMessage, clipLine, joinWords } from "@rostrum/core/support";
import type { StoredRun } from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import { UserError } from "../user-error.ts";

/** Opens the journal of past runs: the named file or database, or the user's default file. */
export async function openJournal(
  flag: string | undefined,
  /** A way to do without a journal, if the command has one. */
  alternative?: string,
): Promise<RunStore> {
  const location = flag ?? defaultJournalPath();
  if (flag !== undefined && statSync(flag, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UserError(
      `--journal: "${flag}" is a folder. Give a file: --journal ${join(flag, "rostrum.db")}`,
    );
  let journal: RunStore | undefined;
  try {
    journal = await openLocation(location);
    // Journals open on first use. Query it, so that an error comes before anything is spent.
    await journal.list({ limit: 1 });
    return journal;
  } catch (error) {
    await journal?.close();
    const ways = isPostgresUrl(location)
      ? ["--journal <file> for a file on this machine"]
      : ["--journal <file> for another file", "ROSTRUM_HOME=<folder> for another folder"];
    if (alternative !== undefined) ways.push(alternative);
    const where = formatLocation(location);
    // The journal's own messages begin with its path too.
    const reason = clipLine(readMessage(error).replace(`${where}: `, ""), 300);
    const message = `Can't open the journal ${where}: ${reason}`;
    throw new UserError(message, [`Use ${joinWords(ways, "or")}.`]);
  }
}

/**
 * Opens the journal of a `--journal` flag. Null for `--no-journal`. Commander sets the flag to true without either.
 */
export async function openFlaggedJournal(flag: string | boolean = true): Promise<RunStore | null> {
  if (flag === false) return null;
  return openJournal(flag === true ? undefined : flag, "--no-journal for none");
}

/** Like openFlaggedJournal, but never creates a journal. Null when there is none. */
export async function openExistingJournal(flag: string | boolean = true): Promise<RunStore | null> {
  const place = typeof flag === "string" ? flag : defaultJournalPath();
  return isPostgresUrl(place) || existsSync(place) ? openFlaggedJournal(flag) : null;
}

/** Passes the journal to `use`, null where there is none or it can't be opened, and closes it in any case. */
export async function withExistingJournal<T>(
  flag: string | boolean | undefined,
  use: (journal: RunStore | null) => Promise<T>,
): Promise<T> {
  const journal = await openExistingJournal(flag).catch(() => null);
  try {
    return await use(journal);
  } finally {
    await journal?.close();
  }
}

/** Opens a journal, passes it to `use`, and closes it in any case. */
export async function withJournal<T>(
  location: string | undefined,
  use: (journal: RunStore) => Promise<T>,
): Promise<T> {
  const journal = await openJournal(location);
  try {
    return await use(journal);
  } finally {
    await journal.close();
  }
}

/** Reads a run by its id or the beginning of it. Default: the latest run. */
export function findRun(
  location: string | undefined,
  idPrefix: string | undefined,
): Promise<StoredRun | undefined> {
  return withJournal(location, async (journal) => journal.read(await findRunId(journal, idPrefix)));
}

/** Calls that were under way when a run was interrupted. Null for a run that is finished, or that a process works on. */
export async function countInterruptedCalls(
  location: string | undefined,
  { status, result }: DebateRecord,
): Promise<number | null> {
  if (status !== "running") return null;
  return withJournal(location, async (journal) => {
    if (!(await journal.listUnowned()).includes(result.id)) return null;
    const calls = (await journal.sentCalls?.(result.id)) ?? [];
    return calls.filter(({ finishedAt }) => finishedAt === null).length;
  });
}

async function openLocation(location: string): Promise<RunStore> {
  if (!isPostgresUrl(location)) return sqliteJournal(location);
  const { postgresJournal } = await import("@rostrum/server/postgres");
  return postgresJournal(location);
}

/** Path of a journal's file. Throws for a database, and names the alternative. */
export function findJournalFile(flag: string | undefined, alternative: string): string {
  const location = flag ?? defaultJournalPath();
  if (!isPostgresUrl(location)) return location;
  throw new UserError(`expected a file, got the address of a database: use ${alternative}`);
}

/** Formats a journal's path or address without its password. */
export function formatLocation(location: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(location) ? hidePassword(location) : location;
}

/** Finds a run's full id from its id or the beginning of it. Default: the latest run. */
export async function findRunId(
  journal: RunStore,
  idPrefix: string | undefined,
  /** Other meanings that the text may have, for the error if no run has this id. */
  otherReadings: readonly string[] = [],
): Promise<string> {
  if (idPrefix === undefined) {
    const [latest] = (await journal.list({ limit: 1 })).runs;
    if (latest === undefined) throw new UserError("there are no runs yet", ['rostrum "question"']);
    return latest.id;
  }
  if ((await journal.read(idPrefix)) !== undefined) return idPrefix;
  const { runs } = await journal.list({ search: idPrefix, limit: 100 });
  const matches = runs.filter(({ id }) => id.startsWith(idPrefix));
  const [only] = matches;
  if (matches.length === 1 && only !== undefined) return only.id;
  if (matches.length > 1) {
    const message = `"${idPrefix}" is the beginning of ${matches.length} runs`;
    throw new UserError(
      message,
      matches.slice(0, 10).map(({ id }) => id),
    );
  }
  throw new UserError(`There is no run "${idPrefix}".`, [
    "To list them: rostrum runs",
    ...otherReadings,
  ]);
}

/** Server data in a journal, such as the audit log. */
export function getService({ service }: RunStore): ServiceStore {
  if (service) return service;
  throw new UserError("expected a journal that servers use: a file or a postgres:// address");
}
