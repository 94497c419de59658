import { MAX_TIMER_MS } from "../../models/index.ts";
import {
  type BudgetPort,
  countMostRounds,
  type TraceCall,
  findPatience,
  foreseeSteps,
  type Ports,
  runDebate,
  type Span,
} from "@rostrum/core/debate";
import {
  BudgetExceededError,
  errorText,
  publicMessage,
  type RostrumError,
} from "@rostrum/core/support";
import {
  type BeforeAttempt,
  type Budget,
  type CallCost,
  type DebateEvent,
  type Ending,
  type FailedEvent,
  type HeardNote,
  type Hold,
  type JournalRun,
  type ModelAttempt,
  NO_COST,
  type PaidCall,
  type PartialResult,
  type Review,
  type Round,
  type SeenDebate,
  type ShiftReport,
  type Step,
  type StepCall,
  type StepOutcome,
  type StoredEventBody,
} from "@rostrum/core/protocol";
import type { ShiftReference } from "@rostrum/core/decide";
import type { Recorder } from "@rostrum/core/record";
import type { RecordedStep } from "../recorded-steps.ts";
import { createBudgetPort, describeOverspend } from "./budget-port.ts";
import {
  CLIENT_KIND,
  createTraceCall,
  createRunAttributes,
  traceCalls,
} from "./call-attributes.ts";
import { type RunCancellation, runWithin } from "./cancellation.ts";
import { closeQuietly, endAbandoned, isRetryableWrite } from "./end-abandoned.ts";
import { hashRequest } from "./fingerprint.ts";
import { excludeWaits, HumanInput, timeCalls, WaitClock } from "./human-input.ts";
import { createJournaled, type Journaled, supersedeVerdict } from "./journaled.ts";
import { Ledger } from "./ledger.ts";
import { EventLog } from "./event-log.ts";
import { ModelStep, reserveRetries } from "./model-step.ts";
import { measureCalls, ObserverErrors, createSpan } from "./observers.ts";
import { findReplyTimes, type ReplyTimes } from "./reply-times.ts";
import { summarizePanel, type Run } from "./run.ts";

/** The outcome of a call that the budget has no room for. An earlier process may have begun it. */
const SKIPPED_OUTCOME = Promise.resolve({
  reply: null,
  error: "the budget has no room for this call",
  ...NO_COST,
});

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
  readonly #ledger: Ledger;
  readonly #journaled: Journaled | null;
  readonly #replyTimes: ReplyTimes;
  readonly #budget: Budget | null;
  readonly #hold: Hold | null;
  /** Makes a call that nothing else answers. */
  readonly #callModel: Step;
  /** True if the run can wait for a person. Only then are calls in flight tracked. */
  readonly #mayWait: boolean;
  readonly #leftOut = new Set<string>();
  /** Outcomes so far by step id; `null` if nothing is capped. */
  readonly #outcomes: Map<string, StepOutcome> | null;
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
    const listener =
      run.listener &&
      ((event: DebateEvent) =>
        void this.#observerErrors.guard("onEvent", () => run.listener?.(event)));
    const clock = new WaitClock();
    this.#budget = run.budget && excludeWaits(run.budget, clock);
    this.#hold = this.#budget?.open() ?? null;
    this.#outcomes = this.#budget && new Map<string, StepOutcome>();
    this.#log = new EventLog({ id, journal: opened, listener });
    this.#people = new HumanInput({
      id,
      panel: run.panel ?? null,
      log: this.#log,
      cancellation,
      clock,
      rounds: countMostRounds(resolved) - 1,
      copiedBefore: run.started.forkedFrom?.fromRound ?? 0,
      reachable: !(run.recorded && run.modelFree),
    });
    this.#mayWait = summarizePanel(resolved).mayWait;
    this.#replyTimes = findReplyTimes(run.configured ?? resolved);
    this.#callModel = this.#createCall(clock, listener);
    this.#ledger = new Ledger(opened?.stored ?? null, this);
    this.#journaled =
      opened && createJournaled(opened, (call, before) => this.#count(call, before));
    this.offline = run.recorded !== undefined && run.modelFree === true;
    this.span = createSpan(run.tracer, this.#observerErrors);
    this.traceCall = run.tracer ? createTraceCall(id) : null;
  }

  /** The model's own step, and around it what this run needs in addition. */
  #createCall(clock: WaitClock, onDelta: ((event: DebateEvent) => void) | undefined): Step {
    const { task, limiter, calls, meter } = this.#run;
    const { limits } = this.#run.resolved;
    const cancellation = this.#cancellation;
    const budget = this.#budget && this.#hold ? { budget: this.#budget, hold: this.#hold } : null;
    const onAttempt =
      this.#run.onAttempt &&
      ((attempt: ModelAttempt) =>
        this.#observerErrors.guard("onAttempt", () => this.#run.onAttempt?.(attempt)));
    const models = new ModelStep({
      id: task.id,
      limits,
      limiter,
      cancellation,
      budget,
      onDelta,
      onAttempt,
    });
    const step: Step = calls
      ? reserveRetries(calls, this.#hold, limits.retries)
      : models.step.bind(models);
    const noted = findPatience(this.#run.resolved, 0) === null ? step : this.#replyTimes.note(step);
    const timed = this.#mayWait ? timeCalls(noted, clock) : noted;
    const measured = meter ? measureCalls(timed, meter, this.#observerErrors) : timed;
    const { tracer, traceContent } = this.#run;
    if (!tracer) return measured;
    const span = createSpan(tracer, this.#observerErrors, CLIENT_KIND);
    return traceCalls(measured, span, task.id, traceContent);
  }

  get rounds(): readonly Round[] {
    return this.#log.rounds;
  }

  #createBudgetPort(): BudgetPort | null {
    if (this.#budget === null || this.#hold === null) return null;
    return createBudgetPort(this.#budget, this.#hold, {
      ledger: this.#ledger,
      charged: this.#run.chargeReplays,
      isReplayed: (call) => this.isReplayed(call),
      skip: (stepId) => void this.#leftOut.add(stepId),
      lastRound: this.#run.shape?.lastRound ?? null,
      check: this.#run.shape?.check ?? null,
      foresee: (config) =>
        foreseeSteps(config, this.#run.task, {
          findOutcome: ({ request }) => this.#outcomes?.get(request.stepId),
          notesUpTo: (round) => this.notesUpTo(round),
          asksDroppedAgain: (step, round) => this.asksDroppedAgain(step, round),
        }),
    });
  }

  /** Discards the verdict of a run that an earlier process completed, so that it is asked for again. */
  async supersedeVerdicts(): Promise<void> {
    if (this.#opened?.stored.status === "completed") {
      await supersedeVerdict(this.#opened, this.#ledger);
    }
  }

  /** Runs the debate loop. */
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
    this.#journaled?.checkWritten();
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
    // The journal itself may have failed; a second error from it must not hide the first.
    const missed: unknown = await this.#log.drainWrites().catch((thrown: unknown) => thrown);
    if (isRetryableWrite(missed)) await this.#endCutOff(error);
    if (this.#opened) await closeQuietly(this.#opened, "failed");
  }

  /** Events are missing in the journal. Appends a terminal event that is consistent with what was stored. */
  async #endCutOff(error: FailedEvent["error"]): Promise<void> {
    const { journal } = this.#run;
    if (!journal || !this.#opened) return;
    const unreported = (reported: Recorder): PaidCall[] => this.#ledger.listUnreported(reported);
    try {
      const end = { error, unreported };
      await endAbandoned(journal, this.#opened.stored, end, { takeOver: true, patienceMs: 0 });
    } catch {
      // The run stays unfinished, and a resume continues from what was written.
    }
  }

  /** Releases the run's share of the budget. */
  release(): void {
    this.#hold?.release();
  }

  async step(call: StepCall): Promise<StepOutcome> {
    const { outcome, writeFailure } = this.#journaled
      ? await this.#journaled.step(call)
      : { outcome: await this.#count(call), writeFailure: null };
    const { stepId } = call.request;
    this.#outcomes?.set(stepId, outcome);
    this.#people.confirm(stepId, writeFailure);
    return outcome;
  }

  /** Counts spend on models. Tools have a count of their own. */
  #count(call: StepCall, beforeAttempt?: BeforeAttempt): Promise<StepOutcome> {
    return call.request.role === "tool"
      ? this.answerCall(call, beforeAttempt)
      : this.#ledger.call(call, beforeAttempt);
  }

  /** Answers a call: from elsewhere, by a person or by its model. */
  answerCall(call: StepCall, beforeAttempt?: BeforeAttempt): Promise<StepOutcome> {
    if (this.#leftOut.has(call.request.stepId)) return SKIPPED_OUTCOME;
    const recorded = call.check?.isOwnCode ? null : this.#run.recorded;
    const recordedReply = recorded?.answer(toRecordedStep(call)) ?? null;
    if (recordedReply !== null) return recordedReply;
    if (call.request.role === "tool") return this.#callTool(call, beforeAttempt);
    const { person } = call.model;
    return person === undefined
      ? this.#callModel(call, beforeAttempt)
      : this.#people.speech(call, person);
  }

  async #callTool(call: StepCall, beforeAttempt?: BeforeAttempt): Promise<StepOutcome> {
    const { callTool } = await import("./tool-step.ts");
    const { check } = call;
    const { toolTimeoutMs, timeoutMs: usual } = this.#run.resolved.limits;
    const longest = check ? (check.timeoutMs ?? usual) : toolTimeoutMs;
    const timeoutMs = Math.min(longest, this.#budget?.msLeft() ?? Infinity);
    // A check is no tool that a model asked for, so no cap counts it.
    const hold = check ? null : this.#hold;
    return callTool(call, { cancellation: this.#cancellation, hold, timeoutMs }, beforeAttempt);
  }

  /** True if a step is answered from another run, which already paid for it. */
  isFree(step: RecordedStep): boolean {
    return (this.#run.recorded?.answer(step) ?? null) !== null;
  }

  isReplayed(call: StepCall): boolean {
    return this.#journaled?.isJournaled(call) === true || this.isFree(toRecordedStep(call));
  }

  slowestFirst<T extends { call: StepCall }>(preparedCalls: readonly T[]): T[] {
    return this.#replyTimes.slowestFirst(preparedCalls);
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
    return this.#ledger.spentOn(stepId);
  }

  runUserCode<T>(
    work: (signal: AbortSignal) => T | Promise<T>,
    timeoutMs: number | null = null,
  ): Promise<T> {
    const longest = timeoutMs ?? this.#run.resolved.limits.timeoutMs;
    const maxWaitMs = Math.min(longest, this.#budget?.msLeft() ?? Infinity);
    return runWithin(this.#cancellation, maxWaitMs, work);
  }

  asksDroppedAgain(step: string, round: number): boolean {
    return (
      this.#journaled?.asksDroppedAgain(step, round) === true ||
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
      reissued: this.#journaled?.reissued() ?? 0,
      durationMs: performance.now() - this.#begun,
      ...(warnings.length > 0 ? { warnings } : {}),
      calls: this.#ledger.listUnreported(this.#log),
    };
  }
}

/** A call as far as it tells whether a recorded step answers it. */
function toRecordedStep(call: StepCall): RecordedStep {
  return { ...call.request, isHash: (hash) => hash === hashRequest(call) };
}
