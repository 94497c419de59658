import { reportShift, type ShiftReference } from "@rostrum/core/decide";
import type { Journal, SeenDebate, ShiftAlarm, ShiftReport } from "@rostrum/core/protocol";
import type { RunStore } from "../../journal/run-store.ts";
import { findRunStore } from "../reply-lengths.ts";

/*
 * The debates that an alarm looks back on: those of a journal that lists its runs, or those that a panel held in this
 * process. What other processes add to a shared journal is read from time to time.
 */

/** The alarm starts anew after this many debates, for which its share of false alarms holds. */
const MAX_DEBATES = 500;
/** Runs of a journal that are searched for them, in pages. */
const PAGES = 4;
/** A shared journal is read again after this many debates of this process. */
const REREAD = 50;

class ShiftHistory {
  readonly #store: RunStore | null;
  readonly #calibration: string;
  /** By run id, oldest first. */
  #debates = new Map<string, SeenDebate>();
  /** Stays until the panel has another calibration. */
  #alarm: ShiftAlarm | null = null;
  #reading: Promise<void> | null = null;
  #sinceReading = 0;

  constructor(store: RunStore | null, calibration: string) {
    this.#store = store;
    this.#calibration = calibration;
  }

  /** The report with this debate as the last one, which is remembered if it `counts`. */
  async look(
    reference: ShiftReference,
    id: string,
    latestDebate: SeenDebate,
    counts: boolean,
  ): Promise<ShiftReport | null> {
    if (this.#store !== null) await this.#readAgain(this.#store);
    this.#debates.delete(id);
    if (this.#debates.size >= MAX_DEBATES) this.#debates.clear();
    const report = reportShift(reference, [...this.#debates.values(), latestDebate]);
    if (report === null || !counts) return report && { ...report, alarm: this.#alarm };
    this.#debates.set(id, latestDebate);
    this.#sinceReading += 1;
    this.#alarm = report.alarm ?? this.#alarm;
    return { ...report, alarm: this.#alarm };
  }

  #readAgain(store: RunStore): Promise<void> {
    const due = store.peers !== undefined && this.#sinceReading >= REREAD;
    if (this.#reading === null || due) {
      this.#sinceReading = 0;
      const reading = this.#read(store);
      this.#reading = reading;
      // The next debate tries again.
      reading.catch(() => {
        if (this.#reading === reading) this.#reading = null;
      });
    }
    return this.#reading;
  }

  /** Reads back to where the alarm last started anew. Debates that the journal doesn't list yet stay at the end. */
  async #read(store: RunStore): Promise<void> {
    const debates: [string, SeenDebate][] = [];
    let before: string | undefined;
    let hasStarted = false;
    for (let page = 0; page < PAGES && !hasStarted; page++) {
      const { runs, next } = await store.list({ status: "completed", limit: MAX_DEBATES, before });
      for (const { id } of runs) {
        const report = await this.#readReport(store, id);
        if (report === null) continue;
        debates.push([id, report.seen]);
        this.#alarm ??= report.alarm;
        hasStarted = report.debates === 1;
        if (hasStarted) break;
      }
      if (next === null) break;
      before = next;
    }
    const read = new Map(debates.toReversed());
    for (const [id, debate] of this.#debates) if (!read.has(id)) read.set(id, debate);
    this.#debates = read;
  }

  async #readReport(store: RunStore, id: string): Promise<ShiftReport | null> {
    const events = (await store.eventsFrom(id, 0)) ?? [];
    if (events.some((event) => event.type === "debate.started" && event.forkedFrom)) return null;
    const decided = events.findLast((event) => event.type === "debate.synthesized");
    const shift = decided?.shift;
    return shift?.calibration === this.#calibration ? shift : null;
  }
}

const histories = new WeakMap<object, Map<string, ShiftHistory>>();

export type { ShiftHistory };

/** The history of a calibration in a journal that lists its runs, or else of a panel in this process. */
export function findShiftHistory(
  journal: Journal | null,
  panel: object,
  calibration: string,
): ShiftHistory {
  const store = journal && findRunStore(journal);
  const owner = store ?? panel;
  let all = histories.get(owner);
  if (all === undefined) histories.set(owner, (all = new Map<string, ShiftHistory>()));
  let history = all.get(calibration);
  if (history === undefined) all.set(calibration, (history = new ShiftHistory(store, calibration)));
  return history;
}
