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

interface CastEntry extends Entry {
  /** Panel index of the one whose ballot it is. */
  seat: number;
  clarified: boolean;
}

/**
 * The calls of a debate. Replies are reported in the order of their arrival, and a resumed run may
 * report a call again. So each call is kept under its name, its latest report counts, and sums are taken
 * in panel order, which doesn't depend on who was fastest.
 */
export class CallBook {
  router: Entry | null = null;
  /** The judge's calls count as one entry. */
  judge: Entry | null = null;
  /** The calls that compare its verdict with the positions. */
  comparedVerdict: ComparedEvent | null = null;
  /** Ballots that were announced, and those that are in, in panel order. */
  ballots: { asked: number; cast: CastEntry[] } | null = null;
  /** Judge's calls that were announced. */
  judging = 0;
  /** Calls that were paid for and have no entry of their own. */
  unreported: CallCost | null = null;
  /** By round, then by panel index. `null`: asked, and there is no report yet. Absent: not asked. */
  readonly #rounds: (Entry | null | undefined)[][] = [];
  /** By round; `null` until there is one. */
  #comparisons: (ComparedEvent | undefined)[] | null = null;

  openRound(round: number, members: number, asked: readonly number[]): void {
    if (this.#comparisons) cutTo(this.#comparisons, round);
    const entries = (this.#rounds[round] ??= new Array<undefined>(members).fill(undefined));
    for (const member of asked) entries[member] ??= null;
  }

  /** Removes a round and those after it. */
  forgetFrom(round: number): void {
    cutTo(this.#rounds, round);
  }

  enter(round: number, member: number, entry: Entry): void {
    (this.#rounds[round] ??= [])[member] = entry;
  }

  has(round: number, member: number): boolean {
    return (this.#rounds[round]?.[member] ?? null) !== null;
  }

  /** Enters the calls that compare a round's answers. */
  compare(event: ComparedEvent): void {
    if (event.what === "verdict") this.comparedVerdict = event;
    else (this.#comparisons ??= [])[event.round] = event;
  }

  /** A summary of all calls that compare answers. */
  compared(): Compared {
    const sum: Compared = { asked: 0, failed: 0, skipped: 0 };
    for (const { asked, failed, skipped } of this.#allCompared()) {
      sum.asked += asked;
      sum.failed += failed;
      sum.skipped += skipped;
    }
    return sum;
  }

  /** Comparisons and ballots that were asked for again. */
  clarified(): number {
    const replies = [...this.#allCompared(), ...(this.ballots?.cast ?? [])];
    return replies.filter(({ clarified }) => clarified).length;
  }

  /** The attempts in the entry of a step; 0 without an entry. */
  attemptsAt(step: StepName | null): number {
    return this.#callOf(step)?.attempts ?? 0;
  }

  /** All calls, with those that are kept elsewhere. */
  sums(others: readonly AboutPositions[]): Totals & { planned: number; completed: number } {
    const calls: CallCost[] = [];
    let planned = this.judging;
    let completed = 0;
    const count = (entry: Entry | null): void => {
      if (entry === null) return;
      calls.push(entry.call);
      completed += entry.replied;
    };
    if (this.router) planned += 1;
    count(this.router);
    for (const round of this.#rounds) {
      for (const entry of round) {
        if (entry === undefined) continue;
        planned += 1;
        count(entry);
      }
    }
    planned += this.ballots?.asked ?? 0;
    this.ballots?.cast.forEach(count);
    count(this.judge);
    for (const { call, asked, replied } of this.#allCompared()) {
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
    if (this.unreported) calls.push(this.unreported);
    return { ...totalsOf(calls), planned, completed };
  }

  #allCompared(): ComparedEvent[] {
    if (this.#comparisons === null && this.comparedVerdict === null) return [];
    return [...(this.#comparisons ?? []), this.comparedVerdict].filter((event) => event != null);
  }

  #callOf(name: StepName | null): CallCost | null | undefined {
    switch (name?.role) {
      case "debater":
        return this.#rounds[name.round]?.[name.seat]?.call;
      case "router":
        return this.router?.call;
      case "ballot":
        return this.ballots?.cast.find(({ seat }) => seat === name.seat)?.call;
      case "comparer":
        return (name.round === null ? this.comparedVerdict : this.#comparisons?.[name.round])?.call;
      case "crux":
      case "claims":
      case "memo":
        return undefined;
      default:
        return this.judge?.call;
    }
  }
}
