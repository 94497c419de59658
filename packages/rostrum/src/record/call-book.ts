import { parseStep } from "../protocol/step-id.ts";
import type { CallCost } from "../protocol/events.ts";
import { addCall, emptyTotals, type Totals } from "./totals.ts";

/** One call of a debate, as it was last reported. */
interface Entry {
  call: CallCost;
  replied: boolean;
}

/**
 * The calls of a debate. Replies are reported in the order of their arrival, and a resumed run may
 * report a call again: so each call is kept under its name, its latest report counts, and sums are
 * taken in the order of the panel. They don't depend on who was fastest.
 */
export interface CallBook {
  router: Entry | null;
  /** The judge's calls count as one entry. */
  judge: Entry | null;
  /** Judge's calls that were announced. */
  judging: number;
  /** Calls that were paid for and have no entry of their own. */
  unreported: CallCost | null;
  openRound(round: number, asked: readonly number[]): void;
  /** Forgets a round and those after it. */
  forgetFrom(round: number): void;
  enter(round: number, member: number, entry: Entry): void;
  has(round: number, member: number): boolean;
  /** Attempts that the entry of a step has: of `router`, `judge`, `debater_0_round_1`; 0 without an entry. */
  attemptsAt(step: string): number;
  sums(): Totals & { planned: number; completed: number };
}

export function createCallBook(): CallBook {
  /** By round, then by panel index. `null`: asked, and nothing is known of it yet. */
  const rounds: Map<number, Entry | null>[] = [];

  const book: CallBook = {
    router: null,
    judge: null,
    judging: 0,
    unreported: null,
    openRound(round, asked) {
      const before = rounds[round];
      const members = asked.map((member) => [member, before?.get(member) ?? null] as const);
      rounds[round] = new Map([...(before ?? []), ...members]);
    },
    forgetFrom(round) {
      rounds.length = Math.min(rounds.length, round);
    },
    enter(round, member, entry) {
      (rounds[round] ??= new Map()).set(member, entry);
    },
    has: (round, member) => (rounds[round]?.get(member) ?? null) !== null,
    attemptsAt(step) {
      const name = parseStep(step);
      const entry =
        name?.role === "debater"
          ? rounds[name.round]?.get(name.seat)
          : name?.role === "router"
            ? book.router
            : book.judge;
      return entry?.call.attempts ?? 0;
    },
    sums() {
      const totals = emptyTotals();
      let planned = book.judging;
      let completed = 0;
      const count = (entry: Entry | null): void => {
        if (entry === null) return;
        addCall(totals, entry.call);
        if (entry.replied) completed += 1;
      };
      if (book.router) planned += 1;
      count(book.router);
      for (const round of rounds) {
        planned += round.size;
        for (const [, entry] of [...round].sort(([a], [b]) => a - b)) count(entry);
      }
      count(book.judge);
      if (book.unreported) addCall(totals, book.unreported);
      return { ...totals, planned, completed };
    },
  };
  return book;
}
