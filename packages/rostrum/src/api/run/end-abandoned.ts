import type { StoredEvent } from "../../protocol/events.ts";
import type { Journal, OpenOptions, StoredRun } from "../../protocol/journal.ts";

/** Ends an abandoned run, so that it doesn't look as if it were still running. */
export async function endAbandoned(
  journal: Journal,
  { id, inputs }: StoredRun,
  reason: string,
  /** What to do if another process owns it. Default: it is refused. */
  options: Pick<OpenOptions, "patienceMs" | "takeOver"> = { patienceMs: 0 },
): Promise<void> {
  const run = await journal.open(id, inputs, options);
  const { status, events } = run.stored;
  // A process that died after the last event, before it said how the run ended, left nothing to do.
  const over = events.at(-1)?.type === "debate.completed" ? "completed" : status;
  if (over !== "running") {
    await run.close(over);
    return;
  }
  await run.appendEvents([failedEvent(id, events, reason)]);
  await run.close("failed");
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
