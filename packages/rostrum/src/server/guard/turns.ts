import { HttpError } from "../http-error.ts";

const SHORT_MS = 5;
const LONGEST_PAUSE_MS = 100;

/** Runs one piece of work at a time, with a turn of the event loop after each. */
export type TakeTurn = () => Promise<void>;

/**
 * Bodies that arrive at the same moment would be parsed and checked in one go, and nothing else would be
 * answered meanwhile. With turns, short requests are answered in between. If too many wait, the next one
 * is refused and may try again.
 */
export function createTurns(most: number): TakeTurn {
  const waiting: (() => void)[] = [];
  let busy = false;

  function next(): void {
    const turn = waiting.shift();
    busy = turn !== undefined;
    if (!turn) return;
    const begun = performance.now();
    turn();
    // The piece is done when the loop comes round. Others then get as much time as it took: a single look
    // at the sockets would let a stream through drop by drop.
    setImmediate(() => {
      const spent = performance.now() - begun;
      if (spent < SHORT_MS) next();
      else setTimeout(next, Math.min(spent, LONGEST_PAUSE_MS));
    });
  }

  return () => {
    if (waiting.length >= most) {
      throw new HttpError(503, "busy", "the server is busy: try again in a moment", {
        retryAfter: 1,
      });
    }
    const turn = Promise.withResolvers<void>();
    waiting.push(turn.resolve);
    if (!busy) {
      busy = true;
      setImmediate(next);
    }
    return turn.promise;
  };
}
