/** A call that waits for its reply. */
export interface CallInFlight {
  /** When it has taken as long as it may, by `performance.now()`. */
  readonly due: number;
  timeOut(): void;
  cutOff(reason: unknown): void;
}

/** Timers may fire this many milliseconds early, and calls of a round are due almost at once. */
const EARLY = 1;

/** The calls of a run. One timer watches all of them, from the first call until `close`. */
export class CallsInFlight {
  /** In the order in which they began. A list, because it is short, and far smaller than a set of as many. */
  readonly #calls: CallInFlight[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer fires. */
  #next = Infinity;

  add(call: CallInFlight, now: number): void {
    this.#calls.push(call);
    if (call.due < this.#next) this.#wake(call.due, now);
  }

  delete(call: CallInFlight): void {
    const calls = this.#calls;
    const at = calls.indexOf(call);
    if (at < 0) return;
    calls.copyWithin(at, at + 1);
    calls.length -= 1;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#next = Infinity;
  }

  cutOff(reason: unknown): void {
    for (const call of [...this.#calls]) call.cutOff(reason);
  }

  #wake(at: number, now: number): void {
    clearTimeout(this.#timer);
    this.#next = at;
    this.#timer = setTimeout(CallsInFlight.#ring, Math.ceil(at - now), this);
  }

  static #ring(this: void, calls: CallsInFlight): void {
    const now = performance.now();
    calls.#next = Infinity;
    for (const call of [...calls.#calls]) if (call.due - now < EARLY) call.timeOut();
    const next = Math.min(...[...calls.#calls].map(({ due }) => due));
    if (next < calls.#next) calls.#wake(next, now);
  }
}
