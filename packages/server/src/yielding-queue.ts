import { setImmediate as nextTurn, setTimeout as after } from "node:timers/promises";
import { HttpError } from "./http-error.ts";

/** A request that may be sent again soon. */
export const busy = (): HttpError =>
  new HttpError(503, "busy", "the server is busy: try again in a moment", { retryAfter: 1 });

/** How long pieces run one after the other before the event loop gets a turn, and how much it gets at most. */
const SLICE_MS = 5;
const LONGEST_PAUSE_MS = 100;
/** The weight of a piece that takes almost no time: many of them may wait. */
export const LIGHT: number = 1 / 32;
/** How many light pieces begin together, while they turn out to be short. */
const MOST_TOGETHER = 8;

/**
 * Runs pieces of work one after the other, with a turn of the event loop after every few milliseconds. A piece that may
 * be long weighs 1, others less.
 */
export type TakeTurn = (weight?: number) => Promise<void>;

/**
 * Bodies that arrive at the same moment would be parsed and checked in one go, and nothing else
 * would be answered in the meantime. With turns, short requests are answered in between. If the
 * weight of those that wait is too large, the next one is refused and may try again.
 */
export function createYieldingQueue(most: number): TakeTurn {
  const line: { weight: number; begin(): void }[] = [];
  let waiting = 0;
  let working = false;
  /** When the pieces of this turn of the loop began. */
  let sliceBegun = 0;

  async function workOff(): Promise<void> {
    // Whoever comes at the same moment is counted first.
    await Promise.resolve();
    for (let together = 1; line.length > 0;) {
      const begun = performance.now();
      for (const { weight, begin } of takeNext(together)) {
        waiting -= weight;
        begin();
      }
      await untilIdle();
      const took = performance.now() - begun;
      together = took < SLICE_MS / MOST_TOGETHER ? Math.min(together * 2, MOST_TOGETHER) : 1;
      await letOthersRun(took);
    }
    working = false;
  }

  /** One piece, or light ones up to the next that isn't. */
  function takeNext(together: number): typeof line {
    const heavy = line.findIndex(({ weight }) => weight >= 1);
    return line.splice(0, Math.max(1, Math.min(together, heavy < 0 ? together : heavy)));
  }

  /** A turn of the loop after each piece would make a thousand short pieces wait for a thousand turns. */
  async function letOthersRun(took: number): Promise<void> {
    if (performance.now() - sliceBegun < SLICE_MS) return;
    // After a long piece, others get as much time as it took: one look at the sockets would starve streams.
    if (took < SLICE_MS) await nextTurn();
    else await after(Math.min(took, LONGEST_PAUSE_MS));
    sliceBegun = performance.now();
  }

  return (weight = 1) => {
    if (waiting + weight > most) throw busy();
    waiting += weight;
    const { promise, resolve } = Promise.withResolvers<void>();
    line.push({ weight, begin: resolve });
    if (!working) void workOff();
    working = true;
    return promise;
  };
}

/** A tick that is asked for in a microtask comes when all microtasks are done, and with them the pieces. */
function untilIdle(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
