import type { Limits } from "../../protocol/settings.ts";
import type { Attributes } from "../../debate/ports.ts";
import { runDebate } from "../../debate/run.ts";
import type { ResolvedConfig, Task } from "../../debate/resolved-config.ts";
import { AbortError, JournalMismatchError, publicMessage, RostrumError } from "../../errors.ts";
import { NO_COST } from "../../protocol/add-usage.ts";
import type { Budget } from "../../protocol/budget.ts";
import type { DebateEvent, Ending, StartedEvent } from "../../protocol/events.ts";
import type { Journal, JournalRun, RunInputs } from "../../protocol/journal.ts";
import type { PartialResult } from "../../protocol/result.ts";
import type { Step } from "../../protocol/step.ts";
import type { Meter, Tracer } from "../../protocol/tracer.ts";
import { fold } from "../../record/index.ts";
import { errorText, isInstance, messageOf } from "../../thrown.ts";
import { recordedRounds, storedRun, type Recorded } from "../recorded.ts";
import { nameIn } from "../../protocol/step-id.ts";
import { budgetPort } from "./budget-port.ts";
import { differences, forkOf, inputsOf, sameCaps, withFork } from "./fingerprint.ts";
import { describeWith, measured } from "./gen-ai.ts";
import { journaled, supersedeVerdict } from "./journaled.ts";
import { createLedger } from "./ledger.ts";
import { createCancellation, type OwnCancellation } from "./cancellation.ts";
import { createLog } from "./log.ts";
import { paidElsewhere } from "./paid-elsewhere.ts";
import { prepareModels } from "./prepare.ts";
import { reviewOf } from "./reviews.ts";
import { secretOf, withSecret } from "./secret.ts";
import { createStep } from "./step.ts";
import { spanWith } from "./tracing.ts";
import { createTroubles, type Troubles } from "./troubles.ts";
import { within } from "./within.ts";

/** A call that an earlier process had begun, and that can't be afforded again. */
const NO_ROOM = Promise.resolve({
  reply: null,
  error: "it was cut off, and the budget leaves no room to ask again",
  ...NO_COST,
});

/** A run, ready to be executed. */
export interface Run {
  resolved: ResolvedConfig;
  task: Task;
  limits: Limits & { timeoutMs: number; retries: number };
  budget: Budget | null;
  /** Calls found in the journal were paid for under this budget too. */
  chargeReplays: boolean;
  journal: Journal | null;
  tracer: Tracer | undefined;
  meter: Meter | undefined;
  traceContent: boolean;
  /** Any of them ends the run. */
  signals: readonly AbortSignal[];
  started: StartedEvent;
  listener: ((event: DebateEvent) => unknown) | undefined;
  /** Answers some steps from elsewhere: the rounds of a forked or replayed run. */
  recorded?: Recorded;
  /** Makes the calls somewhere else: in other processes, on other machines. */
  calls?: Step;
  /** Every step is answered from elsewhere, so no model needs to be ready. */
  modelFree?: boolean;
}

/** Executes a run, or takes it up where an earlier process left it. */
export async function execute(run: Run): Promise<PartialResult> {
  const { task, resolved, journal, budget } = run;
  const cancellation = createCancellation(run.signals);
  if (cancellation.ended) throw new AbortError(cancellation.reason);
  try {
    if (!run.modelFree) await prepareModels(resolved);
    if (!journal) return await proceed(run, null, cancellation);
    const plain = inputsOf(resolved, task, budget?.limits ?? null);
    const inputs = withSecret(withFork(plain, run.started.forkedFrom), task.secret);
    const opened = await openUnlessEnded(journal, task.id, inputs, cancellation);
    const done = await alreadyDone(run, createTroubles(), opened, inputs);
    if (done) return done;
    // A run that is taken up again quotes as it did before, to the byte.
    const same = { ...run, task: { ...task, secret: secretOf(opened.stored.inputs) } };
    return await proceed(await withForkedRounds(same, journal, opened), opened, cancellation);
  } catch (thrown) {
    throw asRostrumError(thrown);
  } finally {
    cancellation.close();
  }
}

/** Opening may have to wait for another process, for as long as the caller likes. */
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

/** A forked run that is taken up by its id still doesn't pay for the rounds it was forked from. */
async function withForkedRounds(run: Run, journal: Journal, opened: JournalRun): Promise<Run> {
  const forkedFrom = forkOf(opened.stored.inputs);
  if (run.recorded || forkedFrom === null) return run;
  try {
    const origin = await storedRun(journal, forkedFrom.id);
    const recorded = recordedRounds(origin, forkedFrom.fromRound);
    return { ...run, started: { ...run.started, forkedFrom }, recorded };
  } catch (error) {
    await closeQuietly(opened);
    throw error;
  }
}

/**
 * A finished run is read back, not held again. One that ran out of budget goes on under other caps, and
 * one whose panel failed asks again those that failed.
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

async function proceed(
  run: Run,
  opened: JournalRun | null,
  cancellation: OwnCancellation,
): Promise<PartialResult> {
  const { resolved, task, limits, budget } = run;
  const { id } = task;
  const troubles = createTroubles();
  const listener =
    run.listener &&
    ((event: DebateEvent) => void troubles.guard("onEvent", () => run.listener?.(event)));
  const now = Date.now;
  const begun = performance.now();
  const hold = budget?.open() ?? null;
  const log = createLog({ id, now, journal: opened, listener });
  const caps = budget && hold ? { budget, hold } : null;
  const unmeasured = run.calls
    ? paidElsewhere(run.calls, hold, limits.retries)
    : createStep({ id, limits, cancellation, budget: caps, now, onDelta: listener });
  const live = run.meter ? measured(unmeasured, run.meter, troubles) : unmeasured;
  const leftOut = new Set<string>();
  const ledger = createLedger(opened?.stored ?? null, (stepId) => fromElsewhere(stepId) !== null);
  const calling = ledger.counted((call, beforeAttempt) => {
    if (leftOut.has(call.request.stepId)) return NO_ROOM;
    return fromElsewhere(call.request.stepId, call.request.round) ?? live(call, beforeAttempt);
  });
  const kept = opened && journaled(opened, calling);

  function fromElsewhere(stepId: string, round?: number): ReturnType<Step> | null {
    return run.recorded?.answer({ stepId, ...(round === undefined ? {} : { round }) }) ?? null;
  }

  const ending = (): Ending => {
    const unreported = ledger.unreported((stepId) => log.attemptsAt(nameIn(stepId)));
    return {
      reissued: kept?.reissued() ?? 0,
      durationMs: performance.now() - begun,
      ...(troubles.warnings().length > 0 ? { warnings: troubles.warnings() } : {}),
      ...(unreported.attempts > 0 ? { unreported } : {}),
    };
  };
  const span = spanWith(run.tracer, troubles);
  try {
    if (opened?.stored.status === "completed") await supersedeVerdict(opened, ledger);
    log.emit(run.started);
    await span("debate.run", spanAttributes(resolved, task), () =>
      runDebate(resolved, task, {
        step: kept?.step ?? calling,
        emit: log.emit,
        spentOn: ledger.spentOn,
        rounds: log.rounds,
        budget:
          budget &&
          hold &&
          budgetPort(budget, hold, {
            ledger,
            charged: run.chargeReplays,
            isKept: (call) =>
              kept?.isKept(call) === true || fromElsewhere(call.request.stepId) !== null,
            leaveOut: (stepId) => void leftOut.add(stepId),
          }),
        span,
        describeCall: run.tracer ? describeWith(run.traceContent) : null,
        within: (work) =>
          within(cancellation, Math.min(limits.timeoutMs, budget?.msLeft() ?? Infinity), work),
        recalls: (step, round) =>
          kept?.recalls(step, round) === true || run.recorded?.recalls(step, round) === true,
        review: () => reviewOf(id, cancellation),
      }),
    );
    kept?.checkWritten();
    log.emit({ type: "debate.completed", ...ending() });
    if (opened) {
      await log.written();
      await opened.close("completed");
    }
    return log.record().result;
  } catch (thrown) {
    const error = asRostrumError(thrown);
    cancellation.end(error);
    const { name, code } = error;
    log.emit({
      type: "debate.failed",
      error: { name, code, message: errorText(publicMessage(error)) },
      ...ending(),
    });
    error.partial = log.record().result;
    // The journal may be what failed: its second complaint must not hide the first.
    await log.written().catch(() => undefined);
    await closeQuietly(opened);
    throw error;
  } finally {
    hold?.release();
  }
}

async function closeQuietly(opened: JournalRun | null): Promise<void> {
  try {
    await opened?.close("failed");
  } catch {
    // Said already by the error that is on its way.
  }
}

/** What a caller's own rule or a journal threw is passed on as the cause. */
function asRostrumError(thrown: unknown): RostrumError {
  if (isInstance(thrown, RostrumError) && canCarry(thrown)) return thrown;
  return new RostrumError("failed", messageOf(thrown), { cause: thrown });
}

/** An error of ours may come from a caller's code, frozen or with fields that can't be read. */
function canCarry(error: RostrumError): boolean {
  try {
    const { name, code, message, partial } = error;
    error.partial = partial;
    return [name, code, message].every((text) => typeof text === "string");
  } catch {
    return false;
  }
}

function spanAttributes(
  { members, rounds, decide, route }: ResolvedConfig,
  task: Task,
): Attributes {
  return {
    question_len: task.question.length,
    num_debaters: members.length,
    max_rounds: rounds,
    aggregation: typeof decide === "function" ? decide.name || "custom" : decide.type,
    adaptive_routing: route.type !== "always",
  };
}
