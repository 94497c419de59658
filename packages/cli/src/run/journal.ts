import { existsSync } from "node:fs";
import { defaultJournalPath, sqliteJournal } from "@rostrum/core/journal";
import { isPostgresUrl, hidePassword } from "@rostrum/server/postgres-url";
import { readMessage, clipLine } from "@rostrum/core/support";
import type { RunStore, StoredRun, ServiceStore } from "@rostrum/core/protocol";
import { UserError } from "../user-error.ts";

/** Opens the journal of past runs: the named file or database, or the user's own file. */
export async function openJournal(place: string | undefined): Promise<RunStore> {
  const named = place ?? defaultJournalPath();
  let journal: RunStore | undefined;
  try {
    journal = await openPlace(named);
    // The journal opens on first use, and an error must come before anything is spent.
    await journal.list({ limit: 1 });
    return journal;
  } catch (error) {
    await journal?.close();
    const advice = isPostgresUrl(named)
      ? "Use --journal <file> for a file on this machine."
      : "Use --journal <file> for another file, ROSTRUM_HOME=<folder> for another folder, or --no-journal for none.";
    const message = `Can't open the journal ${formatPlace(named)}: ${clipLine(readMessage(error), 300)}`;
    throw new UserError(message, [advice]);
  }
}

/** Opens the journal of a `--journal` flag; `null` for `--no-journal`. Commander makes the flag `true` without either. */
export async function openFlaggedJournal(flag: string | boolean = true): Promise<RunStore | null> {
  return flag === false ? null : openJournal(flag === true ? undefined : flag);
}

/** The same if there is one already: nothing is made for a plan. */
export async function openExistingJournal(flag: string | boolean = true): Promise<RunStore | null> {
  const place = typeof flag === "string" ? flag : defaultJournalPath();
  return isPostgresUrl(place) || existsSync(place) ? openFlaggedJournal(flag) : null;
}

/** Opens a journal, uses it, and closes it, whatever happens. */
export async function withJournal<T>(
  place: string | undefined,
  use: (journal: RunStore) => Promise<T>,
): Promise<T> {
  const journal = await openJournal(place);
  try {
    return await use(journal);
  } finally {
    await journal.close();
  }
}

/** Reads a run by its id, the beginning of its id, or the latest one. */
export function findRun(
  place: string | undefined,
  wanted: string | undefined,
): Promise<StoredRun | undefined> {
  return withJournal(place, async (journal) => journal.read(await findRunId(journal, wanted)));
}

async function openPlace(place: string): Promise<RunStore> {
  if (!isPostgresUrl(place)) return sqliteJournal(place);
  const { postgresJournal } = await import("@rostrum/server/postgres");
  return postgresJournal(place);
}

/** The file of a journal. A database has commands of its own, which `instead` names. */
export function findJournalFile(place: string | undefined, instead: string): string {
  const named = place ?? defaultJournalPath();
  if (!isPostgresUrl(named)) return named;
  throw new UserError(`expected a file, got the address of a database: use ${instead}`);
}

/** The place of a journal as it may be shown: without a password. */
export function formatPlace(place: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(place) ? hidePassword(place) : place;
}

/** The full id of a run, from its id, the beginning of its id, or the latest run. */
export async function findRunId(journal: RunStore, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) {
    const [latest] = (await journal.list({ limit: 1 })).runs;
    if (latest === undefined) throw new UserError("there are no runs yet", ['rostrum "question"']);
    return latest.id;
  }
  if ((await journal.read(wanted)) !== undefined) return wanted;
  const { runs } = await journal.list({ search: wanted, limit: 100 });
  const matches = runs.filter(({ id }) => id.startsWith(wanted));
  const [only] = matches;
  if (matches.length === 1 && only !== undefined) return only.id;
  if (matches.length > 1) {
    const message = `"${wanted}" is the beginning of ${matches.length} runs`;
    throw new UserError(
      message,
      matches.slice(0, 10).map(({ id }) => id),
    );
  }
  throw new UserError(`There is no run "${wanted}".`, ["To list them: rostrum runs"]);
}

/** What servers store in a journal in addition to runs. */
export function getService({ service }: RunStore): ServiceStore {
  if (service) return service;
  throw new UserError("expected a journal that servers use: a file or a postgres:// address");
}
