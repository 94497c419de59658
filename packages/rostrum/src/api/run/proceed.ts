import type { Limits } from "../../protocol/settings.ts";
import type { Attributes } from "../../debate/ports.ts";
import { callersOf, isPerson } from "../../debate/callers.ts";
import { mostRounds } from "../../debate/sides/rounds.ts";
import { runDebate } from "../../debate/run.ts";
import type { ResolvedConfig, Task } from "../../debate/resolved-config.ts";
import { publicMessage } from "../../errors.ts";
import { NO_COST } from "../../protocol/add-usage.ts";
import type { Budget } from "../../protocol/budget.ts";
import type { DebateEvent, Ending, StartedEvent } from "../../protocol/events.ts";
import type { Journal, JournalRun } from "../../protocol/journal.ts";
import type { Limiter } from "../../protocol/limiter.ts";
import type { HeardNote } from "../../protocol/note.ts";
import type { PartialResult } from "../../protocol/result.ts";
import type { Step, StepCall } from "../../protocol/step.ts";
import type { Meter, Tracer } from "../../protocol/tracer.ts";
import { errorText } from "../../thrown.ts";
import type { Leaving } from "../leaving.ts";
import type { Recorded, RecordedStep } from "../recorded.ts";
import { asRostrumError } from "./as-rostrum-error.ts";
import { budgetPort } from "./budget-port.ts";
import type { OwnCancellation } from "./cancellation.ts";
import { isHashOf } from "./fingerprint.ts";
import { describeWith, measured } from "./gen-ai.ts";
import { journaled, supersedeVerdict } from "./journaled.ts";
import { createLedger } from "./ledger.ts";
import { createLog } from "./log.ts";
import { paidElsewhere } from "./paid-elsewhere.ts";
import { createClock, withoutWaits } from "./clock.ts";
import { peopleOf } from "./people.ts";
import { createStep } from "./step.ts";
import { spanWith } from "./tracing.ts";
import { createTroubles } from "./troubles.ts";
import { within } from "./within.ts";

/** A run, ready to be executed. */
export interface Run {
  resolved: ResolvedConfig;
  task: Task;
  limits: Limits & { timeoutMs: number; retries: number };
  limiter: Limiter | undefined;
  budget: Budget | null;
  /** Calls found in the journal were paid for under this budget too. */
  chargeReplays: boolean;
  journal: Journal | null;
  tracer: Tracer | undefined;
  meter: Meter | undefined;
  traceContent: boolean;
  /** Any of them ends the run. */
  signals: readonly AbortSignal[];
  /** The reader of a stream, who ends the run by leaving. */
  leaving?: Leaving;
  started: StartedEvent;
  listener: ((event: DebateEvent) => unknown) | undefined;
  /** Answers some steps from elsewhere: the rounds of a forked or replayed run. */
  recorded?: Recorded;
  /** What a moderator said in that run. */
  notes?: readonly HeardNote[];
  /** Makes the calls somewhere else: in other processes, on other machines. */
  calls?: Step;
  /** Every step is answered from elsewhere, so no model needs to be ready. */
  modelFree?: boolean;
}

/** The outcome of a call that an earlier process began and the budget can't pay for again. */
const NO_ROOM = Promise.resolve({
  reply: null,
  error: "it was cut off, and another attempt does not fit into the budget",
  ...NO_COST,
});

/** Runs the debate to its end. `opened` is its open run in the journal, with what earlier processes stored. */
export async function proceed(
  run: Run,
  opened: JournalRun | null,
  cancellation: OwnCancellation,
): Promise<PartialResult> {
  const { resolved, task, limits } = run;
  const { id } = task;
  const troubles = createTroubles();
  const listener =
    run.listener &&
    ((event: DebateEvent) => void troubles.guard("onEvent", () => run.listener?.(event)));
  const now = Date.now;
  const begun = performance.now();
  const clock = createClock();
  const budget = run.budget && withoutWaits(run.budget, clock);
  const hold = budget?.open() ?? null;
  const log = createLog({ id, now, journal: opened, listener });
  const people = peopleOf({
    id,
    log,
    cancellation,
    clock,
    rounds: mostRounds(resolved) - 1,
    copiedBefore: run.started.forkedFrom?.fromRound ?? 0,
    reachable: !(run.recorded && run.modelFree),
  });
  const caps = budget && hold ? { budget, hold } : null;
  const unmeasured = run.calls
    ? paidElsewhere(run.calls, hold, limits.retries)
    : createStep({
        id,
        limits,
        limiter: run.limiter,
        cancellation,
        budget: caps,
        now,
        onDelta: listener,
      });
  // Whether the run ever waits for a person: only then does it matter which calls are in flight.
  const mayWait =
    resolved.onRound === "wait" ||
    resolved.onEscalate === "wait" ||
    callersOf(resolved).some(({ member }) => isPerson(member));
  const timed: Step = mayWait
    ? async (call, beforeAttempt) => {
        const over = clock.begin("call");
        return unmeasured(call, beforeAttempt).finally(over);
      }
    : unmeasured;
  const live = run.meter ? measured(timed, run.meter, troubles) : timed;
  let leftOut: Set<string> | null = null;
  const ledger = createLedger(opened?.stored ?? null, (step) => fromElsewhere(step) !== null);
  const calling = ledger.counted((call, beforeAttempt) => {
    if (leftOut?.has(call.request.stepId)) return NO_ROOM;
    const { person } = call.model;
    const known = run.recorded ? fromElsewhere(recordedAs(call)) : null;
    if (known !== null || person === undefined) return known ?? live(call, beforeAttempt);
    return people.speech(call, person);
  });
  const kept = opened && journaled(opened, calling);
  const stepAndKeep = kept?.step ?? calling;
  const stepAndTell: Step = mayWait
    ? async (call) => {
        const outcome = await stepAndKeep(call);
        people.heard(call.request.stepId);
        return outcome;
      }
    : stepAndKeep;

  function fromElsewhere(step: RecordedStep): ReturnType<Step> | null {
    return run.recorded?.answer(step) ?? null;
  }

  const ending = (): Ending => {
    const unreported = ledger.unreported(log.attemptsAt);
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
    people.repeat(run.notes ?? []);
    await span("debate.run", spanAttributes(resolved, task), () =>
      runDebate(resolved, task, {
        step: stepAndTell,
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
              kept?.isKept(call) === true || fromElsewhere(recordedAs(call)) !== null,
            leaveOut: (stepId) => void (leftOut ??= new Set()).add(stepId),
          }),
        span,
        describeCall: run.tracer ? describeWith(run.traceContent) : null,
        within: (work) =>
          within(cancellation, Math.min(limits.timeoutMs, budget?.msLeft() ?? Infinity), work),
        recalls: (step, round) =>
          kept?.recalls(step, round) === true || run.recorded?.recalls(step, round) === true,
        review: people.review,
        notes: people.notes,
        afterRound: people.afterRound,
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
    // The journal itself may have failed; a second error from it must not hide the first.
    await log.written().catch(() => undefined);
    await closeQuietly(opened);
    throw error;
  } finally {
    people.leave();
    hold?.release();
  }
}

/** A call as far as it tells whether a recorded step answers it. */
function recordedAs(call: StepCall): RecordedStep {
  return { ...call.request, isHash: (hash) => isHashOf(hash, call) };
}

/** Releases a run after a failure. A second failure must not hide the first. */
export async function closeQuietly(opened: JournalRun | null): Promise<void> {
  try {
    await opened?.close("failed");
  } catch {
    // The first error, which is about to be thrown, says it already.
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
