import type { StepName } from "../protocol/step-id.ts";
import type { AboutPositions, CallCost, ComparedEvent } from "../protocol/events.ts";
import type { Compared } from "../protocol/result.ts";
import { cutTo } from "./cut-to.ts";
import { totalsOf, type Totals } from "./totals.ts";

/** One call of a debate, as it was last reported. */
interface Entry {
  call: CallCost;
  /** Calls that brought a reply: the judge may be asked twice. */
  replied: number;
}

/**
 * The calls of a debate. Replies are reported in the order of their arrival, and a resumed run may
 * report a call again. So each call is kept under its name, its latest report counts, and sums are taken
 * in panel order, which doesn't depend on who was fastest.
 */
export interface CallBook {
  router: Entry | null;
  /** The judge's calls count as one entry. */
  judge: Entry | null;
  /** The calls that compare its verdict with the positions. */
  comparedVerdict: ComparedEvent | null;
  /** Ballots that were announced, and those that are in, in panel order. */
  ballots: { asked: number; cast: (Entry & { seat: number })[] } | null;
  /** Judge's calls that were announced. */
  judging: number;
  /** Calls that were paid for and have no entry of their own. */
  unreported: CallCost | null;
  openRound(round: number, asked: readonly number[]): void;
  /** Removes a round and those after it. */
  forgetFrom(round: number): void;
  enter(round: number, member: number, entry: Entry): void;
  has(round: number, member: number): boolean;
  /** The attempts in the entry of a step; 0 without an entry. */
  attemptsAt(step: StepName | null): number;
  /** Enters the calls that compare a round's answers. */
  compare(event: ComparedEvent): void;
  /** A summary of all calls that compare answers. */
  compared(): Compared;
  /** All calls, with those that are kept elsewhere. */
  sums(others: readonly AboutPositions[]): Totals & { planned: number; completed: number };
}

export function createCallBook(): CallBook {
  /** By round, then by panel index. `null`: asked, and there is no report yet. */
  const rounds: Map<number, Entry | null>[] = [];
  /** By round. */
  const comparisons: (ComparedEvent | undefined)[] = [];
  const allCompared = (): ComparedEvent[] =>
    comparisons.length === 0 && book.comparedVerdict === null
      ? []
      : [...comparisons, book.comparedVerdict].filter((event) => event != null);

  function callOf(name: StepName | null): CallCost | null | undefined {
    switch (name?.role) {
      case "debater":
        return rounds[name.round]?.get(name.seat)?.call;
      case "router":
        return book.router?.call;
      case "ballot":
        return book.ballots?.cast.find(({ seat }) => seat === name.seat)?.call;
      case "comparer":
        return (name.round === null ? book.comparedVerdict : comparisons[name.round])?.call;
      case "crux":
      case "claims":
      case "memo":
        return undefined;
      default:
        return book.judge?.call;
    }
  }

  const book: CallBook = {
    router: null,
    judge: null,
    comparedVerdict: null,
    ballots: null,
    judging: 0,
    unreported: null,
    openRound(round, asked) {
      cutTo(comparisons, round);
      const entries = new Map(rounds[round]);
      for (const member of asked) entries.set(member, entries.get(member) ?? null);
      rounds[round] = entries;
    },
    forgetFrom(round) {
      cutTo(rounds, round);
    },
    enter(round, member, entry) {
      (rounds[round] ??= new Map()).set(member, entry);
    },
    has: (round, member) => (rounds[round]?.get(member) ?? null) !== null,
    compare(event) {
      if (event.what === "verdict") book.comparedVerdict = event;
      else comparisons[event.round] = event;
    },
    compared() {
      const sum: Compared = { asked: 0, failed: 0, skipped: 0 };
      for (const { asked, failed, skipped } of allCompared()) {
        sum.asked += asked;
        sum.failed += failed;
        sum.skipped += skipped;
      }
      return sum;
    },
    attemptsAt: (name) => callOf(name)?.attempts ?? 0,
    sums(others) {
      const calls: CallCost[] = [];
      let planned = book.judging;
      let completed = 0;
      const count = (entry: Entry | null): void => {
        if (entry === null) return;
        calls.push(entry.call);
        completed += entry.replied;
      };
      if (book.router) planned += 1;
      count(book.router);
      for (const round of rounds) {
        planned += round.size;
        for (const [, entry] of inPanelOrder(round)) count(entry);
      }
      planned += book.ballots?.asked ?? 0;
      book.ballots?.cast.forEach(count);
      count(book.judge);
      for (const { call, asked, replied } of allCompared()) {
        planned += asked;
        completed += replied;
        if (call) calls.push(call);
      }
      for (const { call, replied } of others) {
        if (call === null) continue;
        planned += 1;
        completed += replied ? 1 : 0;
        calls.push(call);
      }
      if (book.unreported) calls.push(book.unreported);
      return { ...totalsOf(calls), planned, completed };
    },
  };
  return book;
}

/** Most rounds ask their members in this order already. */
function inPanelOrder<T>(round: ReadonlyMap<number, T>): Iterable<[number, T]> {
  let last = -1;
  for (const member of round.keys()) {
    if (member < last) return [...round].sort(([a], [b]) => a - b);
    last = member;
  }
  return round;
}
