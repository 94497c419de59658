import type {
  Journal,
  JournalRun,
  OpenOptions,
  RunInputs,
  StepOutcome,
  StoredStep,
} from "@rostrum/core/protocol";
import { closeQuietly } from "./end-abandoned.ts";

/** A paid reply that its journal had no room for, with the fingerprint of its request. */
interface UnwrittenReply {
  hash: string;
  outcome: StepOutcome;
}

/** Unwritten replies of this process, by journal, run and step. */
const unwrittenReplies = new WeakMap<object, Map<string, Map<string, UnwrittenReply>>>();

/**
 * Opens a run. Replies that this process couldn't write the last time, as on a full disk, are written first, so that
 * they are not paid for again. If that fails again, it rejects before any call is made.
 */
export async function openWithReplies(
  journal: Journal,
  id: string,
  inputs: RunInputs,
  options: OpenOptions,
): Promise<JournalRun> {
  const opened = await journal.open(id, inputs, options);
  const key = journal.behind ?? journal;
  const replies = unwrittenReplies.get(key)?.get(id);
  const steps = new Map(opened.stored.steps);
  try {
    for (const [stepId, { hash, outcome }] of replies ?? []) {
      const step = steps.get(stepId);
      // Otherwise another process has made the call again in the meantime.
      if (step && step.hash === hash && !step.outcome) {
        await opened.stepFinished(stepId, outcome);
        steps.set(stepId, { hash, outcome } satisfies StoredStep);
      }
      replies?.delete(stepId);
    }
  } catch (error) {
    await closeQuietly(opened, opened.stored.status);
    throw error;
  }
  unwrittenReplies.get(key)?.delete(id);
  return keepUnwritten(opened, { ...opened.stored, steps }, key);
}

/** Keeps replies that the run's journal refuses, for the next time that this process opens the run. */
function keepUnwritten(run: JournalRun, stored: JournalRun["stored"], key: object): JournalRun {
  const hashes = new Map<string, string>();
  return {
    stored,
    async stepStarted(stepId, hash, ...rest) {
      await run.stepStarted(stepId, hash, ...rest);
      hashes.set(stepId, hash);
    },
    async stepFinished(stepId, outcome) {
      try {
        await run.stepFinished(stepId, outcome);
      } catch (error) {
        const hash = hashes.get(stepId);
        if (hash !== undefined) remember(key, stored.id, stepId, { hash, outcome });
        throw error;
      }
    },
    appendEvents: (events) => run.appendEvents(events),
    close: (status) => run.close(status),
  };
}

function remember(key: object, id: string, stepId: string, reply: UnwrittenReply): void {
  const runs = unwrittenReplies.get(key) ?? new Map<string, Map<string, UnwrittenReply>>();
  unwrittenReplies.set(key, runs);
  const steps = runs.get(id) ?? new Map<string, UnwrittenReply>();
  runs.set(id, steps);
  steps.set(stepId, reply);
}
