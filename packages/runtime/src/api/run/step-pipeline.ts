import { findPatience } from "@rostrum/core/debate";
import {
  type BeforeAttempt,
  type Budget,
  type DeltaEvent,
  type BudgetReservation,
  type JournalRun,
  type ModelAttempt,
  NO_COST,
  type Step,
  type StepCall,
  type StepOutcome,
} from "@rostrum/core/protocol";
import type { RecordedStep } from "../recorded-steps.ts";
import { CLIENT_KIND, traceCalls } from "./call-attributes.ts";
import type { RunCancellation } from "./cancellation.ts";
import { hashRequest } from "./fingerprint.ts";
import { type HumanInput, timeCalls, type WaitClock } from "./human-input.ts";
import { createJournaled, type Journaled } from "./journaled.ts";
import { Ledger } from "./ledger.ts";
import { ModelStep, reserveRetries } from "./model-step.ts";
import { createSpan, measureCalls, type ObserverErrors } from "./observers.ts";
import { findReplyTimes, type ReplyTimes } from "./reply-times.ts";
import { summarizePanel, type Run } from "./run.ts";

/** The run's budget and its share of it. */
export interface BudgetShare {
  budget: Budget;
  reservation: BudgetReservation;
}

export interface PipelineOptions {
  run: Run;
  /** The open run in the journal. */
  opened: JournalRun | null;
  cancellation: RunCancellation;
  observerErrors: ObserverErrors;
  people: HumanInput;
  clock: WaitClock;
  /** `null`: nothing is capped. */
  share: BudgetShare | null;
  onDelta: ((event: DeltaEvent) => void) | undefined;
}

/** The outcome of a call that the budget has no room for. An earlier process may have begun it. */
const SKIPPED_OUTCOME = Promise.resolve({
  reply: null,
  error: "the budget has no room for this call",
  ...NO_COST,
});

/**
 * Answers the steps of a run: from the journal, from another run, by a tool, by a person or by a model. An outcome is in
 * the journal before anybody uses it, unless that write fails: then it is used for the record, and no further attempt
 * is made. A person's words are confirmed after the write.
 */
export class StepPipeline {
  readonly #options: PipelineOptions;
  readonly #replyTimes: ReplyTimes;
  /** Makes a call that nothing else answers. */
  readonly #callModel: Step;
  readonly #skippedSteps = new Set<string>();
  /** What models threw, by the id of the step that failed. Kept out of outcomes, which are stored. */
  readonly #thrown = new Map<string, unknown>();
  /** Outcomes so far by step id; `null` if nothing is capped. */
  readonly #outcomes: Map<string, StepOutcome> | null;
  readonly ledger: Ledger;
  readonly journaled: Journaled | null;

  constructor(options: PipelineOptions) {
    const { run, opened, share } = options;
    this.#options = options;
    this.#replyTimes = findReplyTimes(run.unshapedConfig ?? run.resolved);
    this.#callModel = createModelCall(options, this.#replyTimes, ({ stepId, failure }) => {
      if (failure === null) this.#thrown.delete(stepId);
      else this.#thrown.set(stepId, failure.cause);
    });
    this.#outcomes = share && new Map<string, StepOutcome>();
    this.ledger = new Ledger(opened?.stored ?? null, this);
    this.journaled = opened && createJournaled(opened, (call, before) => this.#count(call, before));
  }

  async step(call: StepCall): Promise<StepOutcome> {
    const { outcome, writeFailure } = this.journaled
      ? await this.journaled.step(call)
      : { outcome: await this.#count(call), writeFailure: null };
    const { stepId } = call.request;
    this.#outcomes?.set(stepId, outcome);
    this.#options.people.confirm(stepId, writeFailure);
    return outcome;
  }

  /** Counts spend on models. Tools have a count of their own. */
  #count(call: StepCall, beforeAttempt?: BeforeAttempt): Promise<StepOutcome> {
    return call.request.role === "tool"
      ? this.answerCall(call, beforeAttempt)
      : this.ledger.call(call, beforeAttempt);
  }

  /** Answers a call that is not in the journal. */
  answerCall(call: StepCall, beforeAttempt?: BeforeAttempt): Promise<StepOutcome> {
    const { run, people } = this.#options;
    if (this.#skippedSteps.has(call.request.stepId)) return SKIPPED_OUTCOME;
    const recorded = call.check?.isOwnCode ? null : run.recorded;
    const recordedReply = recorded?.answer(toRecordedStep(call)) ?? null;
    if (recordedReply !== null) return recordedReply;
    if (call.request.role === "tool") return this.#callTool(call, beforeAttempt);
    const { person } = call.model;
    return person === undefined
      ? this.#callModel(call, beforeAttempt)
      : people.speech(call, person);
  }

  async #callTool(call: StepCall, beforeAttempt?: BeforeAttempt): Promise<StepOutcome> {
    const { run, cancellation, share } = this.#options;
    const { callTool } = await import("./tool-step.ts");
    const { check } = call;
    const { toolTimeoutMs, timeoutMs: usual } = run.resolved.limits;
    const longest = check ? (check.timeoutMs ?? usual) : toolTimeoutMs;
    const timeoutMs = Math.min(longest, share?.budget.msLeft() ?? Infinity);
    // A check is no tool that a model asked for, so no cap counts it.
    const reservation = check ? null : (share?.reservation ?? null);
    return callTool(call, { cancellation, reservation, timeoutMs }, beforeAttempt);
  }

  /** Answers a step with a failure, because it doesn't fit into the budget. */
  skip(stepId: string): void {
    this.#skippedSteps.add(stepId);
  }

  /** What the models of failed calls threw: one error, or all of them in an `AggregateError`. */
  findModelErrors(): unknown {
    const errors = [...this.#thrown.values()];
    return errors.length > 1 ? new AggregateError(errors, "several calls failed") : errors[0];
  }

  findOutcome(stepId: string): StepOutcome | undefined {
    return this.#outcomes?.get(stepId);
  }

  /** True if a step is answered from another run, which already paid for it. */
  isFree(step: RecordedStep): boolean {
    return (this.#options.run.recorded?.answer(step) ?? null) !== null;
  }

  /** True if a call is answered without a model, from the journal or from another run. */
  isReplayed(call: StepCall): boolean {
    return this.journaled?.isJournaled(call) === true || this.isFree(toRecordedStep(call));
  }

  slowestFirst<T extends { call: StepCall }>(preparedCalls: readonly T[]): T[] {
    return this.#replyTimes.slowestFirst(preparedCalls);
  }
}

/** The model's own step, or a remote one, and around it what this run needs in addition. */
function createModelCall(
  { run, cancellation, observerErrors, clock, share, onDelta }: PipelineOptions,
  replyTimes: ReplyTimes,
  noteAttempt: (attempt: ModelAttempt) => void,
): Step {
  const { resolved, task, limiter, remoteStep, meter, tracer, traceContent } = run;
  const { limits } = resolved;
  function onAttempt(attempt: ModelAttempt): void {
    noteAttempt(attempt);
    observerErrors.guard("onAttempt", () => run.onAttempt?.(attempt));
  }
  const models = new ModelStep({
    id: task.id,
    limits,
    limiter,
    cancellation,
    budget: share,
    onDelta,
    onAttempt,
  });
  const step: Step = remoteStep
    ? reserveRetries(remoteStep, share?.reservation ?? null, limits.retries)
    : models.step.bind(models);
  const noted = findPatience(resolved, 0) === null ? step : replyTimes.note(step);
  // Only a run that can wait for a person tracks calls in flight.
  const timed = summarizePanel(resolved).mayWait ? timeCalls(noted, clock) : noted;
  const measured = meter ? measureCalls(timed, meter, observerErrors) : timed;
  if (!tracer) return measured;
  const span = createSpan(tracer, observerErrors, CLIENT_KIND);
  return traceCalls(measured, span, task.id, traceContent);
}

/** A call as far as it tells whether a recorded step answers it. */
function toRecordedStep(call: StepCall): RecordedStep {
  return { ...call.request, isHash: (hash) => hash === hashRequest(call) };
}
