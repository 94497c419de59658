import { ConfigError, JournalError, omitUndefined } from "@rostrum/core/support";
import type {
  Ending,
  Journal,
  StoredEvent,
  StoredEventBody,
  SynthesizedEvent,
} from "@rostrum/core/protocol";
import { type DebateRecord, fold } from "@rostrum/core/record";
import { checkRunId } from "../recorded-steps.ts";

/** An event to append to a completed run, and the message for runs that don't allow it. */
export interface Addition {
  /** The event, made from the run as it is. May throw. */
  createEvent(record: DebateRecord, decided: SynthesizedEvent): StoredEventBody;
  /** Why a run that is not completed is refused: "is not completed". */
  unfinished: string;
  /** Names the action, for the error about runs that were stored without texts. */
  refusal: string;
  /** Milliseconds to wait for another process that owns the run. Default: until it is free. */
  patienceMs?: number | undefined;
}

/**
 * Adds an event to a run that is over. It stands next to the result: no model is called, and nothing that was logged before
 * changes.
 */
export async function appendToCompleted(
  journal: Journal,
  id: string,
  { createEvent, unfinished, refusal, patienceMs }: Addition,
): Promise<void> {
  checkRunId(id);
  const stored = await journal.read(id);
  if (!stored) throw new ConfigError("id", `the journal has no run "${id}"`);
  if (stored.redacted) {
    throw new JournalError(
      "journal_redacted",
      `run "${id}": expected its answers, but it was written without its texts (redact), so ${refusal}`,
    );
  }
  const refuse = (): ConfigError => new ConfigError("id", `run "${id}" ${unfinished}`);
  if (stored.status !== "completed") throw refuse();
  const run = await journal.open(id, stored.inputs, { patienceMs });
  const { status, events } = run.stored;
  try {
    const decided = events.findLast((event) => event.type === "debate.synthesized");
    const ended = events.at(-1);
    if (status !== "completed" || decided === undefined || ended?.type !== "debate.completed") {
      throw refuse();
    }
    const body = createEvent(fold(events), decided);
    const stamp = (seq: number): Pick<StoredEvent, "debateId" | "at" | "seq"> => ({
      debateId: id,
      at: Date.now(),
      seq,
    });
    // Readers of the log know by its last event that the run is over.
    await run.appendEvents([
      { ...body, ...stamp(events.length) },
      { ...copyEnding(ended), type: "debate.completed", ...stamp(events.length + 1) },
    ]);
  } finally {
    await run.close(status);
  }
}

/** How the run itself ended, which nothing that is added later changes. */
function copyEnding({ reissued, durationMs, calls, startWarnings, warnings }: Ending): Ending {
  return { reissued, durationMs, calls, ...omitUndefined({ startWarnings, warnings }) };
}
