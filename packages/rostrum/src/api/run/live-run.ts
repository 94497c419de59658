import type { Attributes, BudgetPort, DescribeCall, Ports, Span } from "../../debate/ports.ts";
import { runDebate } from "../../debate/run.ts";
import type { ResolvedConfig, Task } from "../../debate/resolved-config.ts";
import { mostRounds } from "../../debate/callers.ts";
import {
  JournalError,
  publicMessage,
  type JournalErrorCode,
  type RostrumError,
} from "../../errors.ts";
import { NO_COST } from "../../protocol/add-usage.ts";
import type { Budget, Hold } from "../../protocol/budget.ts";
import type {
  CallCost,
  DebateEvent,
  Ending,
  FailedEvent,
  StoredEventBody,
} from "../../protocol/events.ts";
import type { JournalRun } from "../../protocol/journal.ts";
import type { HeardNote } from "../../protocol/note.ts";
import type { Round } from "../../protocol/position.ts";
import type { PartialResult } from "../../protocol/result.ts";
import type { Review } from "../../protocol/settings.ts";
import type { BeforeAttempt, Step, StepCall, StepOutcome } from "../../protocol/step.ts";
import type { Recorder } from "../../record/index.ts";
import { errorText } from "../../thrown.ts";
import type { RecordedStep } from "../recorded.ts";
import { budgetPort } from "./budget-port.ts";
import type { OwnCancellation } from "./cancellation.ts";
import { Clock, withoutWaits } from "./clock.ts";
import { endAbandoned } from "./end-abandoned.ts";
import { requestHash } from "./fingerprint.ts";
import { describeWith, measured } from "./gen-ai.ts";
import { journaled, type Journaled, supersedeVerdict } from "./journaled.ts";
import { Ledger } from "./ledger.ts";
import { EventLog } from "./log.ts";
import { mayWaitFor } from "./may-wait.ts";
import { paidElsewhere } from "./paid-elsewhere.ts";
import { People } from "./people.ts";
import type { Run } from "./run.ts";
import { ModelStep } from "./step.ts";
import { spanWith } from "./tracing.ts";
import { Troubles } from "./troubles.ts";
import { within } from "./within.ts";

/** The outcome of a call that an earlier process began and the budget can't pay for again. */
const NO_ROOM = Promise.resolve({
  reply: null,
  error: "it was cut off, and another attempt does not fit into the budget",
  ...NO_COST,
});

const NO_NOTES: readonly HeardNote[] = [];

/**
 * A run in progress: what the loop needs from outside, and how the run ends. A class, because thousands of runs may
 * be live at once, and a closure per function of each would be a quarter of their memory.
 */
export class LiveRun implements Ports {
  readonly #run: Run;
  /** Its open run in the journal, with what earlier processes stored. */
  readonly #opened: JournalRun | null;
  readonly #cancellation: OwnCancellation;
  readonly #begun: number = performance.now();
  readonly #troubles: Troubles = new Troubles();
  readonly #log: EventLog;
  readonly #people: People;
  readonly #ledger: Ledger;
  readonly #kept: Journaled | null;
  readonly #budget: Budget | null;
  readonly #hold: Hold | null;
  /** Makes the calls, with what this run needs in addition. `null`: `#models` makes them. */
  readonly #live: Step | null;
  readonly #models: ModelStep;
  /** Whether the run ever waits for a person: only then does it matter which calls are in flight. */
  readonly #mayWait: boolean;
  #leftOut: Set<string> | null = null;
  readonly rounds: readonly Round[];
  /** `null` until the debate is held, and where nothing is capped. */
  budget: BudgetPort | null = null;
  readonly span: Span;
  readonly describeCall: DescribeCall | null;

  constructor(run: Run, opened: JournalRun | null, cancellation: OwnCancellation) {
    const { resolved, task, limits, limiter } = run;
    const { id } = task;
    this.#run = run;
    this.#opened = opened;
    this.#cancellation = cancellation;
    const listener =
      run.listener &&
      ((event: DebateEvent) => void this.#troubles.guard("onEvent", () => run.listener?.(event)));
    const clock = new Clock();
    this.#budget = run.budget && withoutWaits(run.budget, clock);
    this.#hold = this.#budget?.open() ?? null;
    this.#log = new EventLog({ id, journal: opened, listener });
    this.#people = new People({
      id,
      log: this.#log,
      cancellation,
      clock,
      rounds: mostRounds(resolved) - 1,
      copiedBefore: run.started.forkedFrom?.fromRound ?? 0,
      reachable: !(run.recorded && run.modelFree),
    });
    const budget = this.#budget && this.#hold ? { budget: this.#budget, hold: this.#hold } : null;
    this.#models = new ModelStep({ id, limits, limiter, cancellation, budget, onDelta: listener });
    this.#mayWait = mayWaitFor(resolved);
    this.#live = this.#specialStep(clock);
    this.#ledger = new Ledger(opened?.stored ?? null, this);
    this.#kept = opened && journaled(opened, (call, before) => this.#ledger.counted(call, before));
    this.rounds = this.#log.rounds;
    this.span = spanWith(run.tracer, this.#troubles);
    this.describeCall = run.tracer ? describeWith(run.traceContent) : null;
  }

  #budgetPort(budget: Budget, hold: Hold): BudgetPort {
    return budgetPort(budget, hold, {
      ledger: this.#ledger,
      charged: this.#run.chargeReplays,
      isKept: (call) => this.#kept?.isKept(call) === true || this.isFree(recordedAs(call)),
      leaveOut: (stepId) => void (this.#leftOut ??= new Set()).add(stepId),
    });
  }

  #specialStep(clock: Clock): Step | null {
    const { calls, meter, limits } = this.#run;
    if (!calls && !meter && !this.#mayWait) return null;
    const unmeasured: Step = calls
      ? paidElsewhere(calls, this.#hold, limits.retries)
      : (call, beforeAttempt) => this.#models.step(call, beforeAttempt);
    const timed: Step = this.#mayWait
      ? async (call, beforeAttempt) => {
          const over = clock.begin("call");
          return unmeasured(call, beforeAttempt).finally(over);
        }
      : unmeasured;
    return meter ? measured(timed, meter, this.#troubles) : timed;
  }

  /** Whether an earlier process completed it: then its verdicts are asked for again. */
  get wasCompleted(): boolean {
    return this.#opened?.stored.status === "completed";
  }

  async supersedeVerdicts(): Promise<void> {
    if (this.#opened) await supersedeVerdict(this.#opened, this.#ledger);
  }

  /** Holds the debate, up to its end. */
  hold(): Promise<void> {
    const { resolved, task, started, notes, tracer } = this.#run;
    this.#log.emit(started);
    this.#people.repeat(notes ?? NO_NOTES);
    this.budget = this.#budget && this.#hold && this.#budgetPort(this.#budget, this.#hold);
    if (!tracer) return runDebate(resolved, task, this);
    const attributes = spanAttributes(resolved, task);
    return this.span("debate.run", attributes, () => runDebate(resolved, task, this));
  }

  /** The debate is over. */
  complete(): void {
    this.#kept?.checkWritten();
    this.#log.emit({ type: "debate.completed", ...this.#ending() });
  }

  /** Resolves when the journal has everything. */
  async close(): Promise<void> {
    if (this.#opened === null) return;
    await this.#log.written();
    await this.#opened.close("completed");
  }

  result(): PartialResult {
    return this.#log.record().result;
  }

  /** The debate ended with an error, which then carries what is known so far. */
  async fail(cause: RostrumError): Promise<void> {
    this.#cancellation.end(cause);
    const { name, code } = cause;
    const error = { name, code, message: errorText(publicMessage(cause)) };
    this.#log.emit({ type: "debate.failed", error, ...this.#ending() });
    cause.partial = this.result();
    // The journal itself may have failed; a second error from it must not hide the first.
    const missed: unknown = await this.#log.written().catch((thrown: unknown) => thrown);
    if (mayTakeMore(missed)) await this.#endCutOff(error);
    await closeQuietly(this.#opened);
  }

  /** Events are missing in the journal, and none may follow the gap. Its log gets an end that fits what it has. */
  async #endCutOff(error: FailedEvent["error"]): Promise<void> {
    const { journal } = this.#run;
    if (!journal || !this.#opened) return;
    const unreported = (reported: Recorder): CallCost => this.#ledger.unreported(reported);
    try {
      const end = { error, unreported };
      await endAbandoned(journal, this.#opened.stored, end, { takeOver: true, patienceMs: 0 });
    } catch {
      // It stays unfinished, and whoever resumes it goes on from what was written.
    }
  }

  /** Nobody can reach the run anymore, and it holds nothing of the budget. */
  leave(): void {
    this.#people.leave();
    this.#hold?.release();
  }

  step(call: StepCall): Promise<StepOutcome> {
    const made = this.#kept ? this.#kept.step(call) : this.#ledger.counted(call);
    return this.#mayWait ? this.#told(call, made) : made;
  }

  async #told(call: StepCall, made: Promise<StepOutcome>): Promise<StepOutcome> {
    const outcome = await made;
    // Whoever spoke is told when the run has taken it up, and that is reported in this turn.
    setTimeout(() => this.#people.heard(call.request.stepId), 0);
    return outcome;
  }

  /** Answers a call: from elsewhere, by a person or by its model. */
  make(call: StepCall, beforeAttempt?: BeforeAttempt): Promise<StepOutcome> {
    const known = this.#withoutModel(call);
    if (known !== null) return known;
    return this.#live ? this.#live(call, beforeAttempt) : this.#models.step(call, beforeAttempt);
  }

  #withoutModel(call: StepCall): Promise<StepOutcome> | null {
    if (this.#leftOut?.has(call.request.stepId)) return NO_ROOM;
    const known = this.#run.recorded ? this.#fromElsewhere(recordedAs(call)) : null;
    if (known !== null) return known;
    const { person } = call.model;
    return person === undefined ? null : this.#people.speech(call, person);
  }

  /** Whether a step is answered from another run, which already paid for it. */
  isFree(step: RecordedStep): boolean {
    return this.#fromElsewhere(step) !== null;
  }

  #fromElsewhere(step: RecordedStep): Promise<StepOutcome> | null {
    return this.#run.recorded?.answer(step) ?? null;
  }

  emit(event: StoredEventBody): void {
    this.#log.emit(event);
  }

  spentOn(stepId: string): CallCost {
    return this.#ledger.spentOn(stepId);
  }

  within<T>(work: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
    const { timeoutMs } = this.#run.limits;
    const most = Math.min(timeoutMs, this.#budget?.msLeft() ?? Infinity);
    return within(this.#cancellation, most, work);
  }

  recalls(step: string, round: number): boolean {
    return (
      this.#kept?.recalls(step, round) === true || this.#run.recorded?.recalls(step, round) === true
    );
  }

  notes(round: number): readonly HeardNote[] {
    return this.#people.notes(round);
  }

  afterRound(round: number, then: { pause: boolean; more: boolean }): Promise<void> | null {
    return this.#people.afterRound(round, then);
  }

  review(voters: readonly string[]): Promise<Review> {
    return this.#people.review(voters);
  }

  #ending(): Ending {
    const unreported = this.#ledger.unreported(this.#log);
    const warnings = this.#troubles.warnings();
    return {
      reissued: this.#kept?.reissued() ?? 0,
      durationMs: performance.now() - this.#begun,
      ...(warnings.length > 0 ? { warnings } : {}),
      ...(unreported.attempts > 0 ? { unreported } : {}),
    };
  }
}

/** The journal refused a write and may take the next: a shorter one fits, or a lock is gone. */
function mayTakeMore(error: unknown): boolean {
  return error instanceof JournalError && TAKES_MORE.has(error.code);
}

const TAKES_MORE: ReadonlySet<JournalErrorCode> = new Set(["journal_full", "journal_locked"]);

/** Releases a run after a failure. A second failure must not hide the first. */
export async function closeQuietly(opened: JournalRun | null): Promise<void> {
  try {
    await opened?.close("failed");
  } catch {
    // The first error, which is about to be thrown, says it already.
  }
}

/** A call as far as it tells whether a recorded step answers it. */
function recordedAs(call: StepCall): RecordedStep {
  return { ...call.request, isHash: (hash) => hash === requestHash(call) };
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
