import { AbortError } from "../../errors.ts";
import type { StoredEvent } from "../../protocol/events.ts";
import type { Journal, StoredRun } from "../../protocol/journal.ts";
import { HttpError } from "../http-error.ts";

/** How long another process may take to release a run. */
const PATIENCE_MS = 1000;

/** Ends an abandoned run, so that it doesn't look as if it were still running. */
export async function endAbandoned(
  journal: Journal,
  { id, inputs }: StoredRun,
  reason: string,
): Promise<void> {
  const run = await openSoon(journal, id, inputs);
  const { status, events } = run.stored;
  if (status !== "running") {
    await run.close(status);
    return;
  }
  await run.appendEvents([failedEvent(id, events, reason)]);
  await run.close("failed");
}

async function openSoon(
  ...[journal, id, inputs]: [Journal, string, StoredRun["inputs"]]
): ReturnType<Journal["open"]> {
  try {
    return await journal.open(id, inputs, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    if (!(error instanceof AbortError)) throw error;
    throw new HttpError(409, "held_elsewhere", "another process is running this debate");
  }
}

function failedEvent(id: string, events: readonly StoredEvent[], message: string): StoredEvent {
  const at = Date.now();
  const first = events[0]?.at ?? at;
  const last = events.at(-1)?.at ?? at;
  return {
    type: "debate.failed",
    error: { name: "AbortError", code: "aborted", message },
    reissued: 0,
    durationMs: Math.max(0, last - first),
    debateId: id,
    at,
    seq: events.length,
  };
}
