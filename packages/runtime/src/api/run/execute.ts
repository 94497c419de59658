import type { DebateShape, ResolvedConfig } from "@rostrum/core/debate";
import { AbortError, asRostrumError, readMessage } from "@rostrum/core/support";
import {
  type Journal,
  type JournalRun,
  type ModelPort,
  NO_SPEND,
  type PartialResult,
  type RunInputs,
} from "@rostrum/core/protocol";
import { joinModelErrors } from "../../models/index.ts";
import { fold, isRecordedFile } from "@rostrum/core/record";
import { addFiles } from "../files/kept-files.ts";
import { refuseFiles } from "../files/refuse-files.ts";
import { listNotesBefore, replayRounds, readStoredRun } from "../recorded-steps.ts";
import { RunCancellation } from "./cancellation.ts";
import {
  addCarry,
  addFork,
  addSecret,
  addShape,
  checkSameInputs,
  computeInputs,
  haveSameCaps,
  readFork,
  readSecret,
} from "./fingerprint.ts";
import { closeQuietly } from "./end-abandoned.ts";
import { readLedger } from "./ledger.ts";
import { LiveRun } from "./live-run.ts";
import { ObserverErrors } from "./observers.ts";
import { summarizePanel, type Run } from "./run.ts";
import { chooseShape, findShape, fitRun } from "./shape-run.ts";
import { openWithReplies } from "./unwritten-replies.ts";

/** Executes a run, or resumes it where an earlier process left off. */
export async function execute(run: Run): Promise<PartialResult> {
  const { resolved, task, journal } = run;
  const cancellation = new RunCancellation(run.signals);
  if (cancellation.ended) throw new AbortError(cancellation.reason);
  try {
    const isReplay = run.recorded !== undefined && run.modelFree === true;
    if (!isReplay) refuseFiles(resolved, task.material.filter(isRecordedFile));
    if (!run.modelFree) await prepareModels(resolved);
    const shape = await findShape(run);
    const openedRun = journal ? await openRun(run, shape, journal, cancellation) : null;
    if (openedRun && "done" in openedRun) return openedRun.done;
    const fitted = openedRun?.run ?? fitRun(run, shape);
    const live = new LiveRun(fitted, openedRun?.opened ?? null, cancellation);
    try {
      await live.supersedeVerdicts();
      await live.runLoop();
      return await live.complete();
    } catch (thrown) {
      const error = asRostrumError(thrown);
      await live.fail(error);
      throw error;
    } finally {
      live.release();
    }
  } catch (thrown) {
    throw asRostrumError(thrown);
  } finally {
    cancellation.close();
  }
}

/** Opens the run in the journal. A run that is done there is not held again. */
async function openRun(
  run: Run,
  shape: DebateShape,
  journal: Journal,
  cancellation: RunCancellation,
): Promise<{ done: PartialResult } | { run: Run; opened: JournalRun }> {
  const { task, resolved, budget } = run;
  const plain = computeInputs(resolved, task, budget?.limits ?? null);
  const forked = addShape(addFork(addCarry(plain, run.carry), run.started.forkedFrom), shape);
  const inputs = addFiles(addSecret(forked, task.secret()), task.context);
  const opened = await openUnlessCancelled(journal, task.id, inputs, cancellation);
  const { stored } = opened;
  try {
    checkSameInputs(stored, inputs);
    const done = await finishFromJournal(run, opened, inputs);
    if (done) return { done };
    const fitted = fitRun(run, chooseShape(stored.inputs, inputs, stored.steps.size > 0));
    // A resumed run must have exactly the same fences in its prompts as before.
    const sameRun: Run = {
      ...fitted,
      task: { ...task, secret: () => readSecret(stored.inputs) },
    };
    return { run: await addForkedRounds(sameRun, journal, opened), opened };
  } catch (error) {
    await closeQuietly(opened, stored.status);
    throw error;
  }
}

/** Opening may have to wait for another process, until the caller's signal ends the waiting. */
async function openUnlessCancelled(
  journal: Journal,
  id: string,
  inputs: RunInputs,
  cancellation: RunCancellation,
): Promise<JournalRun> {
  if (cancellation.ended) throw new AbortError(cancellation.reason);
  const waiting = new AbortController();
  const forget = cancellation.onEnd((reason) => waiting.abort(reason));
  try {
    return await openWithReplies(journal, id, inputs, { signal: waiting.signal });
  } finally {
    forget();
  }
}

/** A forked run that is resumed by its id still doesn't pay for the rounds it was forked from. */
async function addForkedRounds(run: Run, journal: Journal, opened: JournalRun): Promise<Run> {
  const forkedFrom = readFork(opened.stored.inputs);
  if (run.recorded || forkedFrom === null) return run;
  const origin = await readStoredRun(journal, forkedFrom.id);
  const recorded = replayRounds(origin, forkedFrom.fromRound);
  const notes = listNotesBefore(forkedFrom.fromRound, fold(origin.events).result.notes);
  return { ...run, started: { ...run.started, forkedFrom }, recorded, notes };
}

/**
 * Closes a run that is complete in the journal and reports its events again; `null` if it has to run. One that ran out
 * of budget continues under other caps, and one whose panel failed asks the failed debaters again.
 */
async function finishFromJournal(
  { listener, budget, chargeReplays }: Run,
  opened: JournalRun,
  inputs: RunInputs,
): Promise<PartialResult | null> {
  const { stored } = opened;
  if (stored.status !== "completed") return null;
  const { result } = fold(stored.events);
  if (result.stopReason === "budget" && !haveSameCaps(stored.inputs, inputs)) return null;
  if (result.stopReason === "panel_failed") return null;
  // The worst case of an unknown cost is computed only while the debate runs.
  if (chargeReplays) budget?.open().settle(NO_SPEND, readLedger(stored).earlier());
  await opened.close("completed");
  const observers = new ObserverErrors();
  for (const event of stored.events) observers.guard("onEvent", () => listener?.(event));
  return { ...result, warnings: [...result.warnings, ...observers.warnings()] };
}

/** Loads every model of a run and checks its key before any call is made, so that a missing key costs nothing. */
export async function prepareModels(resolved: ResolvedConfig): Promise<void> {
  const models = summarizePanel(resolved).models.filter(({ prepare }) => prepare !== undefined);
  if (models.length === 0) return;
  const errors = await collectErrors(models);
  if (errors.length > 0) throw joinModelErrors(errors);
}

async function collectErrors(models: readonly ModelPort[]): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(models.map(async (model) => model.prepare?.()));
  return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
}

/** Why models of a panel can't be called, in sentences. Calls none of them. */
export async function findMissingModels(resolved: ResolvedConfig): Promise<string[]> {
  const errors = await collectErrors(summarizePanel(resolved).models);
  return [...new Set(errors.map((error) => readMessage(error)))];
}
