import { ConfigError, toOneLine, wasStopped } from "@rostrum/core/support";
import type { StartedEvent } from "@rostrum/core/protocol";
import { fold } from "@rostrum/core/record";
import type { RunStore } from "@rostrum/runtime/journal";

/** Full id of a debate, from its id or the beginning of it. The same text if no debate or several have it. */
export async function findDebateId(journal: RunStore, idOrPrefix: string): Promise<string> {
  if ((await journal.eventsFrom(idOrPrefix, 0)) !== undefined) return idOrPrefix;
  const { runs } = await journal.list({ search: idOrPrefix, limit: 100 });
  const [match, second] = runs.filter((run) => run.id.startsWith(idOrPrefix));
  return match === undefined || second !== undefined ? idOrPrefix : match.id;
}

/** A debate that can be followed up, by its id or the beginning of it. */
export async function findParent(
  journal: RunStore,
  idOrPrefix: string,
): Promise<{ id: string; started: StartedEvent | null }> {
  const id = await findDebateId(journal, idOrPrefix);
  const stored = await journal.read(id);
  if (!stored) throw new ConfigError("id", `there is no debate "${toOneLine(idOrPrefix)}"`);
  const { status, error, started } = fold(stored.events);
  if (status === "completed") return { id, started };
  const state = wasStopped(error)
    ? "was cancelled"
    : status === "failed"
      ? "failed"
      : "is not finished yet";
  throw new ConfigError("id", `debate "${id}" ${state}, so there is no answer to follow up`);
}
