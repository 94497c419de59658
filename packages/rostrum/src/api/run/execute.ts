import { AbortError, JournalMismatchError } from "../../errors.ts";
import type { Journal, JournalRun, RunInputs } from "../../protocol/journal.ts";
import type { PartialResult } from "../../protocol/result.ts";
import { fold } from "../../record/index.ts";
import { withFiles } from "../files/kept-files.ts";
import { refuseFiles } from "../files/refuse-files.ts";
import { notesBefore, recordedRounds, storedRun } from "../recorded.ts";
import { asRostrumError } from "./as-rostrum-error.ts";
import { createCancellation, type OwnCancellation } from "./cancellation.ts";
import { beganEarlier, differences, forkOf, inputsOf, sameCaps, withFork } from "./fingerprint.ts";
import { prepareModels } from "./prepare.ts";
import { closeQuietly, proceed, type Run } from "./proceed.ts";
import { secretOf, withSecret } from "./secret.ts";
import { createTroubles, type Troubles } from "./troubles.ts";

/** Executes a run, or resumes it where an earlier process left off. */
export async function execute(run: Run): Promise<PartialResult> {
  const { task, resolved, journal, budget } = run;
  const cancellation = createCancellation(run.signals, run.leaving);
  if (cancellation.ended) throw new AbortError(cancellation.reason);
  try {
    if (!run.recorded || !run.modelFree) refuseFiles(resolved, task.material);
    if (!run.modelFree) await prepareModels(resolved);
    if (!journal) return await proceed(run, null, cancellation);
    const plain = inputsOf(resolved, task, budget?.limits ?? null);
    const forked = withFork(plain, run.started.forkedFrom);
    const inputs = withFiles(withSecret(forked, task.secret()), task.context);
    const opened = await openUnlessEnded(journal, task.id, inputs, cancellation);
    const done = await alreadyDone(run, createTroubles(), opened, inputs);
    if (done) return done;
    // A resumed run must have exactly the same fences in its prompts as before.
    const { stored } = opened;
    const same: Run = {
      ...run,
      task: {
        ...task,
        secret: () => secretOf(stored.inputs),
        ...(beganEarlier(stored) ? { wholeTranscripts: true } : {}),
      },
    };
    return await proceed(await withForkedRounds(same, journal, opened), opened, cancellation);
  } catch (thrown) {
    throw asRostrumError(thrown);
  } finally {
    cancellation.close();
  }
}

/** Opening may have to wait for another process, until the caller's signal ends the waiting. */
async function openUnlessEnded(
  journal: Journal,
  id: string,
  inputs: RunInputs,
  cancellation: OwnCancellation,
): Promise<JournalRun> {
  if (cancellation.ended) throw new AbortError(cancellation.reason);
  const waiting = new AbortController();
  const forget = cancellation.onEnd((reason) => waiting.abort(reason));
  try {
    return await journal.open(id, inputs, { signal: waiting.signal });
  } finally {
    forget();
  }
}

/** A forked run that is resumed by its id still doesn't pay for the rounds it was forked from. */
async function withForkedRounds(run: Run, journal: Journal, opened: JournalRun): Promise<Run> {
  const forkedFrom = forkOf(opened.stored.inputs);
  if (run.recorded || forkedFrom === null) return run;
  try {
    const origin = await storedRun(journal, forkedFrom.id);
    const recorded = recordedRounds(origin, forkedFrom.fromRound);
    const notes = notesBefore(forkedFrom.fromRound, fold(origin.events).result.notes);
    return { ...run, started: { ...run.started, forkedFrom }, recorded, notes };
  } catch (error) {
    await closeQuietly(opened);
    throw error;
  }
}

/**
 * A finished run is read back and doesn't run again. One that ran out of budget continues under other
 * caps, and one whose panel failed asks the failed debaters again.
 */
async function alreadyDone(
  { task, listener }: Run,
  troubles: Troubles,
  opened: JournalRun,
  inputs: RunInputs,
): Promise<PartialResult | null> {
  const { stored } = opened;
  const differing = differences(stored.inputs, inputs);
  if (differing.length > 0) {
    await opened.close(stored.status);
    throw new JournalMismatchError(task.id, differing);
  }
  if (stored.status !== "completed") return null;
  const { result } = fold(stored.events);
  if (result.stopReason === "budget" && !sameCaps(stored.inputs, inputs)) return null;
  if (result.stopReason === "panel_failed") return null;
  await opened.close("completed");
  for (const event of stored.events) troubles.guard("onEvent", () => listener?.(event));
  return { ...result, warnings: [...result.warnings, ...troubles.warnings()] };
}
