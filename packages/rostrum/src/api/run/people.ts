import { AbortError, ConfigError } from "../../errors.ts";
import type { Cancellation } from "../../models/index.ts";
import { NO_COST } from "../../protocol/add-usage.ts";
import type { HeardNote } from "../../protocol/note.ts";
import type { Review } from "../../protocol/settings.ts";
import type { StepCall, StepOutcome } from "../../protocol/step.ts";
import type { Clock } from "./clock.ts";
import type { EventLog } from "./log.ts";
import { attendance, type Attendance, type Wait } from "./attendance.ts";

/** What a run needs of people. */
export interface People {
  review(voters: readonly string[]): Promise<Review>;
  notes(round: number): readonly HeardNote[];
  afterRound(round: number, then: { pause: boolean; more: boolean }): Promise<void>;
  /** A person's words, as the outcome of a step that took no call. */
  speech(call: StepCall, person: string): Promise<StepOutcome>;
  /** Notes of the run that this one was forked or replayed from. */
  repeat(notes: readonly HeardNote[]): void;
  /** The outcome of a step is where it is kept. */
  heard(stepId: string): void;
  /** Nobody can reach the run anymore. */
  leave(): void;
}

export interface PeopleOptions {
  id: string;
  log: EventLog;
  cancellation: Cancellation;
  clock: Clock;
  /** Revision rounds at most. */
  rounds: number;
  /** Rounds before this one were copied, so nobody pauses after them again. */
  copiedBefore: number;
  /** Whether people can reach it: not a replay, which only repeats what they said. */
  reachable: boolean;
}

/** Connects a run with the people who moderate it, sit at its table or review it. */
export function peopleOf(options: PeopleOptions): People {
  const { id, log, cancellation, clock, rounds, copiedBefore } = options;
  const notes = [...log.notes()];
  let next = Math.max(1, log.lastStarted() + 1);
  let closed = false;
  let keeping: Map<string, () => void> | null = null;
  const present: Attendance = {
    waits: new Set(),
    say(note) {
      if (closed || next > rounds) {
        throw new ConfigError(
          "id",
          `expected a run with a round to come, but no round of "${id}" follows`,
        );
      }
      const heard = { ...note, round: next };
      notes.push(heard);
      log.emit({ type: "debate.said", ...heard });
      return log.kept();
    },
  };
  const leave = options.reachable ? attendance.enter(id, present) : (): void => undefined;

  /** Waits until a person settles it. Registered before anybody is told, so that a listener can settle it at once. */
  function until<T>(wait: Omit<Wait, "settle">, told: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (cancellation.ended) {
        reject(new AbortError(cancellation.reason));
        return;
      }
      const over = clock.begin("wait");
      const end = (): void => {
        present.waits.delete(open);
        forget();
        over();
      };
      const open: Wait = {
        ...wait,
        settle(value) {
          end();
          resolve(value as T);
        },
      };
      const forget = cancellation.onEnd((reason) => {
        end();
        reject(new AbortError(reason));
      });
      present.waits.add(open);
      told();
      log.tellAll();
    });
  }

  return {
    leave() {
      leave();
      for (const resolve of keeping?.values() ?? []) resolve();
    },
    repeat(given) {
      for (const note of given) {
        if (notes.some((known) => sameNote(known, note))) continue;
        notes.push(note);
        log.emit({ type: "debate.said", ...note });
      }
    },
    heard(stepId) {
      keeping?.get(stepId)?.();
      keeping?.delete(stepId);
    },
    review: async (voters) =>
      log.review() ?? (await until<Review>({ for: "review", voters }, () => undefined)),
    notes(round) {
      next = Math.max(next, round + 1);
      if (notes.length === 0) return NO_NOTES;
      return notes.filter((note) => note.round <= round).sort((a, b) => a.round - b.round);
    },
    async afterRound(round, { pause, more }) {
      closed = !more;
      if (!pause || log.proceeded(round) || round < copiedBefore - 1) return;
      const accept = async (): Promise<void> => {
        log.emit({ type: "debate.proceeded", round });
        await log.kept();
      };
      await until({ for: "proceed", accept }, () =>
        log.emit({ type: "debate.waiting", for: "proceed", round }),
      );
    },
    async speech({ request }, person) {
      const { stepId, round, role, debater } = request;
      const kept = Promise.withResolvers<void>();
      const text = await until<string>(
        { for: "speak", name: person, accept: () => kept.promise },
        () =>
          log.emit({
            type: "debate.waiting",
            for: "speak",
            round,
            name: person,
            source: role === "debater" && debater !== undefined ? debater : role,
          }),
      );
      (keeping ??= new Map()).set(stepId, kept.resolve);
      return { reply: { text, finishReason: "stop" }, ...NO_COST };
    },
  };
}

const NO_NOTES: readonly HeardNote[] = [];

function sameNote(a: HeardNote, b: HeardNote): boolean {
  return a.round === b.round && a.note === b.note && a.from === b.from;
}
