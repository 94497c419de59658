import { clipped } from "../../export/index.ts";
import { defaultJournalPath, sqliteJournal } from "../../journal/index.ts";
import type { RunStore } from "../../protocol/journal.ts";
import { UserError } from "../user-error.ts";

/** Opens the journal of past runs: the named file, or the user's own. */
export async function openJournal(path: string | undefined): Promise<RunStore> {
  const file = path ?? defaultJournalPath();
  try {
    const journal = sqliteJournal(file);
    // The journal opens its file on first use, and an error must come before anything is spent.
    await journal.list({ limit: 1 });
    return journal;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`the journal ${file} can't be opened: ${clipped(reason, 300)}`, [
      "use --journal <file> for another file, ROSTRUM_HOME=<folder> for another folder, or --no-journal for none",
    ]);
  }
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
    throw new UserError(
      `"${wanted}" is the beginning of ${matches.length} runs`,
      matches.slice(0, 10).map(({ id }) => id),
    );
  }
  throw new UserError(`there is no run "${wanted}"`, ["rostrum runs lists them"]);
}
