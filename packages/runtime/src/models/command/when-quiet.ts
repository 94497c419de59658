/** The program counts as quiet after this long without text. */
const QUIET_MS = 300;
/** A program that still prints after this many pauses is not waited for any longer. */
const MAX_PAUSES = 10;

/**
 * Calls `finish` when no text has arrived for a while: children of a program that has ended may keep its output open.
 * `countPieces` counts the pieces of text. Returns a function that stops waiting.
 */
export function whenQuiet(countPieces: () => number, finish: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  const wait = (pauses: number): void => {
    const before = countPieces();
    timer = setTimeout(() => {
      // Text that arrived while this process was busy is read before the immediate, but not before the timer.
      immediate = setImmediate(() => {
        if (countPieces() === before || pauses === 1) finish();
        else wait(pauses - 1);
      });
    }, QUIET_MS);
  };
  wait(MAX_PAUSES);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
