import type {
  FailedEvent,
  Journal,
  JournalRun,
  OpenOptions,
  PaidCall,
  RunStatus,
  StoredEvent,
  StoredRun,
} from "@rostrum/core/protocol";
import { Recorder } from "@rostrum/core/record";
import { JournalError, type JournalErrorCode } from "@rostrum/core/support";
import { readLedger } from "./ledger.ts";

/** Why a run has ended that can't say so itself. */
export interface AbandonedEnd {
  error: FailedEvent["error"];
  /** The calls that the stored events don't report. Default: as far as the journal's steps say it. */
  unreported?(reported: Recorder): PaidCall[];
}

/** Ends an abandoned run, so that it doesn't look as if it were still running. */
export async function endAbandoned(
  journal: Journal,
  { id, inputs }: Pick<StoredRun, "id" | "inputs">,
  reason: string | AbandonedEnd,
  /** Default: refused if another process owns the run. */
  options: Pick<OpenOptions, "patienceMs" | "takeOver"> = { patienceMs: 0 },
): Promise<void> {
  const run = await journal.open(id, inputs, options);
  const { status, events } = run.stored;
  // If the process died after the last event and before it saved the run's status, nothing else is missing.
  const over = events.at(-1)?.type === "debate.completed" ? "completed" : status;
  if (over !== "running") {
    await run.close(over);
    return;
  }
  try {
    await run.appendEvents([createFailedEvent(run.stored, reason)]);
  } catch (error) {
    // Release the lease, so that a later resume doesn't wait for this process.
    await closeQuietly(run, status);
    throw error;
  }
  await run.close("failed");
}

/** Releases a run after a failure. A second failure must not hide the first. */
export async function closeQuietly(run: JournalRun, status: RunStatus): Promise<void> {
  try {
    await run.close(status);
  } catch {
    // The first error, which is about to be thrown, says it already.
  }
}

function createFailedEvent(stored: StoredRun, reason: string | AbandonedEnd): StoredEvent {
  const { id, events } = stored;
  const at = Date.now();
  const first = events[0]?.at ?? at;
  const last = events.at(-1)?.at ?? at;
  const { error, unreported = (reported) => listUnreported(stored, reported) }: AbandonedEnd =
    typeof reason === "string"
      ? { error: { name: "AbortError", code: "aborted", message: reason } }
      : reason;
  const reported = new Recorder();
  for (const event of events) reported.applyUntrusted(event);
  return {
    type: "debate.failed",
    error,
    reissued: 0,
    durationMs: Math.max(0, last - first),
    calls: unreported(reported),
    debateId: id,
    at,
    seq: events.length,
  };
}

/** Calls that were begun, and perhaps ended, before anything was logged about them. */
function listUnreported(stored: StoredRun, reported: Recorder): PaidCall[] {
  return readLedger(stored).listUnreported(reported);
}

/** The journal refused a write and may take the next: a shorter one fits, or a lock is gone. */
export function isRetryableWrite(error: unknown): boolean {
  return error instanceof JournalError && RETRYABLE_WRITES.has(error.code);
}

const RETRYABLE_WRITES: ReadonlySet<JournalErrorCode> = new Set(["journal_full", "journal_locked"]);
