import { setImmediate as tick } from "node:timers/promises";

/** Decides in what order calls that are in flight come back, without a clock. */
export interface Conductor {
  /** A call waits here for its turn. */
  turn(): Promise<void>;
  /** Lets waiting calls go one by one until the work is done. */
  drive<T>(work: Promise<T>): Promise<T>;
  /** Most calls that waited at one time. */
  readonly most: number;
}

/** `pick` gets the number of waiting calls and says which of them goes next. */
export function conductor(pick: (waiting: number) => number): Conductor {
  const waiting: (() => void)[] = [];
  let maxWaiting = 0;
  return {
    get most() {
      return maxWaiting;
    },
    turn: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        maxWaiting = Math.max(maxWaiting, waiting.length);
      }),
    async drive(work) {
      const state = { over: false };
      const end = (): void => void (state.over = true);
      work.then(end, end);
      while (!state.over) {
        // All that can happen without a reply happens before the next one is let go.
        await tick();
        const [next] = waiting.length > 0 ? waiting.splice(pick(waiting.length), 1) : [];
        next?.();
      }
      return work;
    },
  };
}

/** Goes through a list of numbers, again and again. */
export function cycling(numbers: readonly number[]): (below: number) => number {
  let at = 0;
  return (below) => (numbers[at++ % Math.max(1, numbers.length)] ?? 0) % Math.max(1, below);
}
