import { AbortError, ConfigError } from "@rostrum/core/support";
import type { Cancellation } from "../../models/index.ts";
import {
  type Budget,
  type HeardNote,
  NO_COST,
  type Note,
  type Review,
  type Step,
  type StepCall,
  type StepOutcome,
} from "@rostrum/core/protocol";
import type { EventLog } from "./event-log.ts";
import type { StoredOutcome } from "./journaled.ts";
import { addWaitingRun, removeWaitingRun, type Wait, type WaitingRun } from "./waiting-runs.ts";

export interface HumanInputOptions {
  id: string;
  /** The panel that started the run, whose methods may act on it. */
  panel: object | null;
  log: EventLog;
  cancellation: Cancellation;
  clock: WaitClock;
  /** Revision rounds at most. */
  rounds: number;
  /** Number of copied rounds. Nobody pauses after them again, except after the last. */
  copiedBefore: number;
  /** False for replays, which only repeat recorded input. */
  reachable: boolean;
}

/** No step has this id. */
const REVIEW = "review";

/** Connects a run with the people who moderate it, sit at its table or review it. */
export class HumanInput implements WaitingRun {
  readonly #options: HumanInputOptions;
  #notes: HeardNote[];
  /** The round that a note is for. */
  #nextRound: number;
  #closed = false;
  /** By step, or `REVIEW`: the promises of people whose input is not stored yet. */
  readonly #unconfirmed = new Map<string, PromiseWithResolvers<void>>();
  readonly waits: Set<Wait> = new Set();

  get panel(): object | null {
    return this.#options.panel;
  }

  constructor(options: HumanInputOptions) {
    const { log, id, reachable } = options;
    this.#options = options;
    this.#notes = log.notes();
    this.#nextRound = Math.max(1, log.lastStarted() + 1);
    if (reachable) addWaitingRun(id, this);
  }

  say(note: Note): Promise<void> {
    const { id, log, rounds } = this.#options;
    if (this.#closed || this.#nextRound > rounds) {
      throw new ConfigError(
        "id",
        `expected a run with a round to come, but no round of "${id}" follows`,
      );
    }
    const heardNote = { ...note, round: this.#nextRound };
    this.#notes.push(heardNote);
    log.emit({ type: "debate.said", ...heardNote });
    return log.waitForWrites();
  }

  /** Stops accepting input for the run. */
  leave(): void {
    const { id, reachable, cancellation } = this.#options;
    if (reachable) removeWaitingRun(id, this);
    for (const { reject } of this.#unconfirmed.values()) {
      reject(new AbortError(cancellation.reason));
    }
  }

  /** Notes of the run that this one was forked or replayed from. */
  repeat(recordedNotes: readonly HeardNote[]): void {
    for (const note of recordedNotes) {
      if (this.#notes.some((heard) => isSameNote(heard, note))) continue;
      this.#notes.push(note);
      this.#options.log.emit({ type: "debate.said", ...note });
    }
  }

  /** Tells the person who spoke in a step that the journal has their words, or why it doesn't. */
  confirm(stepId: string, writeFailure: StoredOutcome["writeFailure"]): void {
    const words = this.#takeUnconfirmed(stepId);
    if (writeFailure) words?.reject(writeFailure.error);
    else words?.resolve();
  }

  /** Confirms the review that the run has just reported, once the journal has it. */
  confirmReview(): void {
    this.#takeUnconfirmed(REVIEW)?.resolve(this.#options.log.waitForWrites());
  }

  #takeUnconfirmed(key: string): PromiseWithResolvers<void> | undefined {
    const input = this.#unconfirmed.get(key);
    this.#unconfirmed.delete(key);
    return input;
  }

  async review(voters: readonly string[], check: (review: Review) => void): Promise<Review> {
    return (
      this.#options.log.review() ??
      (await this.#untilStored<Review>(REVIEW, { for: "review", voters, check }, () => undefined))
    );
  }

  /** From now on, notes are for the round after this one. */
  beginRound(round: number): void {
    this.#nextRound = Math.max(this.#nextRound, round + 1);
  }

  notesUpTo(round: number): readonly HeardNote[] {
    return this.#notes.filter((note) => note.round <= round).sort((a, b) => a.round - b.round);
  }

  afterRound(
    round: number,
    { pause, hasNextRound }: { pause: boolean; hasNextRound: boolean },
  ): Promise<void> | null {
    const { log, copiedBefore } = this.#options;
    this.#closed = !hasNextRound;
    if (!pause || log.proceeded(round) || round < copiedBefore - 1) return null;
    const accept = async (): Promise<void> => {
      log.emit({ type: "debate.proceeded", round });
      await log.waitForWrites();
    };
    return this.#until<void>({ for: "proceed", accept }, () =>
      log.emit({ type: "debate.waiting", for: "proceed", round }),
    );
  }

  /** A person's words, as the outcome of a step that took no call. */
  async speech({ request }: StepCall, person: string): Promise<StepOutcome> {
    const { log } = this.#options;
    const { stepId, round, role, debater } = request;
    const text = await this.#untilStored<string>(stepId, { for: "speak", name: person }, () =>
      log.emit({
        type: "debate.waiting",
        for: "speak",
        round,
        name: person,
        source: role === "debater" && debater !== undefined ? debater : role,
      }),
    );
    return { reply: { text, finishReason: "stop" }, ...NO_COST };
  }

  /** Waits for input that the run stores later. Its promise then settles with the confirmation. */
  async #untilStored<T>(
    key: string,
    wait: Omit<Wait, "resolve" | "accept">,
    onWaiting: () => void,
  ): Promise<T> {
    const stored = Promise.withResolvers<void>();
    const accept = (): Promise<void> => stored.promise.then(endTurn);
    const input = await this.#until<T>({ ...wait, accept }, onWaiting);
    this.#unconfirmed.set(key, stored);
    return input;
  }

  /** Waits until a person answers. Registered before `onWaiting` is called, so that a listener can answer at once. */
  #until<T>(wait: Omit<Wait, "resolve">, onWaiting: () => void): Promise<T> {
    const { log, cancellation, clock } = this.#options;
    return new Promise((resolve, reject) => {
      if (cancellation.ended) {
        reject(new AbortError(cancellation.reason));
        return;
      }
      const over = clock.begin("wait");
      const end = (): void => {
        this.waits.delete(open);
        forget();
        over();
      };
      const open: Wait = {
        ...wait,
        resolve(value) {
          end();
          resolve(value as T);
        },
      };
      const forget = cancellation.onEnd((reason) => {
        end();
        reject(new AbortError(reason));
      });
      this.waits.add(open);
      onWaiting();
      log.tellAll();
    });
  }
}

/** Waits until the run has reported what it got in this turn. */
function endTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

function isSameNote(a: HeardNote, b: HeardNote): boolean {
  return a.round === b.round && a.note === b.note && a.from === b.from;
}

/** Measures the time in which a run only waits for people. */
export class WaitClock {
  readonly #now: () => number;
  #calls = 0;
  #waits = 0;
  #sum = 0;
  #since: number | null = null;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Milliseconds so far in which somebody was waited for and no call was in flight. */
  waited(): number {
    return this.#sum + (this.#since === null ? 0 : this.#now() - this.#since);
  }

  /** Call the returned function when the call or the wait is over. */
  begin(activity: "call" | "wait"): () => void {
    this.#turn(activity, 1);
    return () => this.#turn(activity, -1);
  }

  #turn(activity: "call" | "wait", change: 1 | -1): void {
    if (activity === "call") this.#calls += change;
    else this.#waits += change;
    const idle = this.#waits > 0 && this.#calls === 0;
    if (idle && this.#since === null) this.#since = this.#now();
    if (!idle && this.#since !== null) {
      this.#sum += this.#now() - this.#since;
      this.#since = null;
    }
  }
}

/** Counts calls in flight, since a run that waits for a person and for a call is not idle. */
export function timeCalls(step: Step, clock: WaitClock): Step {
  return (call, beforeAttempt) => {
    const end = clock.begin("call");
    return step(call, beforeAttempt).finally(end);
  };
}

/** Returns the budget with waiting times excluded, because they aren't the run's own. */
export function excludeWaits(budget: Budget, clock: WaitClock): Budget {
  const { limits } = budget;
  const waited = (): number => clock.waited();
  const elapsedMs = (): number => Math.max(0, budget.spent().ms - waited());
  return {
    ...budget,
    spent: () => ({ ...budget.spent(), ms: elapsedMs() }),
    open: () => budget.open(waited),
    // Without a time cap of its own, the budget decides.
    msLeft: () =>
      limits.ms === undefined ? budget.msLeft() : Math.max(0, limits.ms - elapsedMs()),
  };
}
