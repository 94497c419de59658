import { MAX_TIMER_MS } from "../../models/index.ts";
import {
  type BudgetPort,
  countMostRounds,
  type TraceCall,
  estimateWorstCase,
  type Ports,
  runDebate,
  type Span,
} from "@rostrum/core/debate";
import {
  BudgetExceededError,
  errorText,
  isInstance,
  PanelFailedError,
  publicMessage,
  type RostrumError,
} from "@rostrum/core/support";
import {
  type Budget,
  type CallCost,
  type DebateEvent,
  type Ending,
  type FailedEvent,
  type HeardNote,
  type JournalRun,
  type PaidCall,
  type PartialResult,
  type Review,
  type Round,
  type SeenDebate,
  type ShiftReport,
  type StepCall,
  type StepOutcome,
  type StoredEventBody,
} from "@rostrum/core/protocol";
import type { ShiftReference } from "@rostrum/core/decide";
import type { Recorder } from "@rostrum/core/record";
import { createBudgetPort, describeOverspend } from "./budget-port.ts";
import { createRunAttributes, createTraceCall } from "./call-attributes.ts";
import { type RunCancellation, runWithin } from "./cancellation.ts";
import { closeQuietly, endAbandoned, isRetryableWrite } from "./end-abandoned.ts";
import { excludeWaits, HumanInput, WaitClock } from "./human-input.ts";
import { supersedeVerdict } from "./journaled.ts";
import { EventLog } from "./event-log.ts";
import { createSpan, ObserverErrors } from "./observers.ts";
import type { Run } from "./run.ts";
import { type BudgetShare, StepPipeline } from "./step-pipeline.ts";

/** A run in progress: what the loop needs from outside, and how the run ends. */
export class LiveRun implements Ports {
  readonly #run: Run;
  /** The open run in the journal, with the steps and events of earlier processes. */
  readonly #opened: JournalRun | null;
  readonly #cancellation: RunCancellation;
  readonly #begun: number = performance.now();
  readonly #observerErrors: ObserverErrors = new ObserverErrors();
  readonly #log: EventLog;
  readonly #people: HumanInput;
  readonly #share: BudgetShare | null;
  readonly #pipeline: StepPipeline;
  readonly offline: boolean;
  /** `null` until the loop begins, and where nothing is capped. */
  budget: BudgetPort | null = null;
  readonly span: Span;
  readonly traceCall: TraceCall | null;

  constructor(run: Run, opened: JournalRun | null, cancellation: RunCancellation) {
    const { resolved, task } = run;
    const { id } = task;
    this.#run = run;
    this.#opened = opened;
    this.#cancellation = cancellation;
    const observerErrors = this.#observerErrors;
    const listener =
      run.listener &&
      ((event: DebateEvent) => void observerErrors.guard("onEvent", () => run.listener?.(event)));
    const clock = new WaitClock();
    this.#share = run.budget && openShare(excludeWaits(run.budget, clock));
    this.#log = new EventLog({ id, journal: opened, listener });
    const people = new HumanInput({
      id,
      panel: run.panel ?? null,
      log: this.#log,
      cancellation,
      clock,
      rounds: countMostRounds(resolved) - 1,
      copiedBefore: run.started.forkedFrom?.fromRound ?? 0,
      reachable: !(run.recorded && run.modelFree),
    });
    this.#people = people;
    this.#pipeline = new StepPipeline({
      run,
      opened,
      cancellation,
      observerErrors,
      people,
      clock,
      share: this.#share,
      onDelta: listener,
    });
    this.offline = run.recorded !== undefined && run.modelFree === true;
    this.span = createSpan(run.tracer, observerErrors);
    this.traceCall = run.tracer ? createTraceCall(id) : null;
  }

  get rounds(): readonly Round[] {
    return this.#log.rounds;
  }

  #createBudgetPort(): BudgetPort | null {
    if (this.#share === null) return null;
    const pipeline = this.#pipeline;
    return createBudgetPort(this.#share.budget, this.#share.reservation, {
      ledger: pipeline.ledger,
      charged: this.#run.chargeReplays,
      isReplayed: (call) => pipeline.isReplayed(call),
      skip: (stepId) => pipeline.skip(stepId),
      lastRound: this.#run.shape?.lastRound ?? null,
      reviewCheckShortage: this.#run.shape?.check ?? null,
      estimateWorstCase: (config) =>
        estimateWorstCase(config, this.#run.task, {
          findOutcome: ({ request }) => pipeline.findOutcome(request.stepId),
          notesUpTo: (round) => this.notesUpTo(round),
          asksDroppedAgain: (step, round) => this.asksDroppedAgain(step, round),
        }),
    });
  }

  /** Discards the verdict of a run that an earlier process completed, so that it is asked for again. */
  async supersedeVerdicts(): Promise<void> {
    if (this.#opened?.stored.status === "completed") {
      await supersedeVerdict(this.#opened, this.#pipeline.ledger);
    }
  }

  async runLoop(): Promise<void> {
    const { resolved, task, started, shape, notes = [] } = this.#run;
    this.#log.emit(started);
    if (shape?.refusal) {
      this.#log.emit({ type: "debate.budget_exceeded", shortage: shape.refusal });
      throw new BudgetExceededError(shape.refusal);
    }
    this.#people.repeat(notes);
    this.budget = this.#createBudgetPort();
    const attributes = createRunAttributes(resolved, task);
    await this.span("debate.run", attributes, () => runDebate(resolved, task, this));
  }

  /** The debate is over. Resolves when the journal has everything. */
  async complete(): Promise<PartialResult> {
    this.#pipeline.journaled?.checkWritten();
    this.#people.leave();
    this.#log.emit({ type: "debate.completed", ...this.#ending() });
    await this.#log.drainWrites();
    await this.#opened?.close("completed");
    return this.#log.result();
  }

  /** The debate ended with an error, which then carries what is known so far. */
  async fail(cause: RostrumError): Promise<void> {
    this.#cancellation.end(cause);
    // No event may follow the last one: readers know by it that the run is over.
    this.#people.leave();
    const { name, code } = cause;
    const error = { name, code, message: errorText(publicMessage(cause)) };
    this.#log.emit({ type: "debate.failed", error, ...this.#ending() });
    cause.partial = this.#log.result();
    const modelErrors = this.#pipeline.findModelErrors();
    if (isInstance(cause, PanelFailedError) && modelErrors !== undefined) {
      // As the constructor would set it: not enumerable, so that JSON doesn't contain it.
      Object.defineProperty(cause, "cause", {
        value: modelErrors,
        configurable: true,
        writable: true,
      });
    }
    // The journal itself may have failed; a second error from it must not hide the first.
    const missed: unknown = await this.#log.drainWrites().catch((thrown: unknown) => thrown);
    if (isRetryableWrite(missed)) await this.#endCutOff(error);
    if (this.#opened) await closeQuietly(this.#opened, "failed");
  }

  /** Events are missing in the journal. Appends a terminal event that is consistent with what was stored. */
  async #endCutOff(error: FailedEvent["error"]): Promise<void> {
    const { journal } = this.#run;
    if (!journal || !this.#opened) return;
    const unreported = (reported: Recorder): PaidCall[] =>
      this.#pipeline.ledger.listUnreported(reported);
    try {
      const end = { error, unreported };
      await endAbandoned(journal, this.#opened.stored, end, { takeOver: true, patienceMs: 0 });
    } catch {
      // The run stays unfinished, and a resume continues from what was written.
    }
  }

  /** Releases the run's share of the budget. */
  release(): void {
    this.#share?.reservation.release();
  }

  step(call: StepCall): Promise<StepOutcome> {
    return this.#pipeline.step(call);
  }

  isReplayed(call: StepCall): boolean {
    return this.#pipeline.isReplayed(call);
  }

  slowestFirst<T extends { call: StepCall }>(preparedCalls: readonly T[]): T[] {
    return this.#pipeline.slowestFirst(preparedCalls);
  }

  schedule(ms: number, work: () => void): () => void {
    const timer = setTimeout(work, Math.min(ms, MAX_TIMER_MS));
    const callOff = (): void => {
      clearTimeout(timer);
      forget();
    };
    const forget = this.#cancellation.onEnd(callOff);
    return callOff;
  }

  emit(event: StoredEventBody): void {
    this.#log.emit(event);
    if (event.type === "debate.reviewed") this.#people.confirmReview();
  }

  spentOn(stepId: string): CallCost {
    return this.#pipeline.ledger.spentOn(stepId);
  }

  runUserCode<T>(
    work: (signal: AbortSignal) => T | Promise<T>,
    timeoutMs: number | null = null,
  ): Promise<T> {
    const longest = timeoutMs ?? this.#run.resolved.limits.timeoutMs;
    const maxWaitMs = Math.min(longest, this.#share?.budget.msLeft() ?? Infinity);
    return runWithin(this.#cancellation, maxWaitMs, work);
  }

  asksDroppedAgain(step: string, round: number): boolean {
    return (
      this.#pipeline.journaled?.asksDroppedAgain(step, round) === true ||
      this.#run.recorded?.asksDroppedAgain(step, round) === true
    );
  }

  beginRound(round: number): void {
    this.#people.beginRound(round);
  }

  notesUpTo(round: number): readonly HeardNote[] {
    return this.#people.notesUpTo(round);
  }

  afterRound(round: number, then: { pause: boolean; hasNextRound: boolean }): Promise<void> | null {
    return this.#people.afterRound(round, then);
  }

  async watchShift(
    reference: ShiftReference,
    latestDebate: SeenDebate,
  ): Promise<ShiftReport | null> {
    const { shift, journal, panel, task, started } = this.#run;
    if (shift !== undefined) return shift;
    const { findShiftHistory } = await import("./shift-history.ts");
    const history = findShiftHistory(journal, panel ?? this, reference.calibration);
    // A fork has its first round from another run, which counted already.
    return history.look(reference, task.id, latestDebate, started.forkedFrom === undefined);
  }

  review(voters: readonly string[], check: (review: Review) => void): Promise<Review> {
    return this.#people.review(voters, check);
  }

  #ending(): Ending {
    const { budget } = this.#run;
    const warnings = [
      ...(budget ? describeOverspend(budget) : []),
      ...this.#observerErrors.warnings(),
    ];
    return {
      reissued: this.#pipeline.journaled?.reissued() ?? 0,
      durationMs: performance.now() - this.#begun,
      ...this.#log.replaceWarnings(this.#run.started),
      ...(warnings.length > 0 ? { warnings } : {}),
      calls: this.#pipeline.ledger.listUnreported(this.#log),
    };
  }
}

function openShare(budget: Budget): BudgetShare {
  return { budget, reservation: budget.open() };
}
