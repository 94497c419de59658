/** How long nothing may come. */
const QUIET_MS = 300;
/** After so many pauses with text between them, who goes on printing is not listened to any longer. */
const MOST_PAUSES = 10;

/**
 * Finishes when no text has come for a while, where children of a program that has ended hold its output open.
 * `heard` counts the pieces of text. Returns what ends the waiting.
 */
export function whenQuiet(heard: () => number, finish: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  const wait = (pauses: number): void => {
    const before = heard();
    timer = setTimeout(() => {
      // Text that came while this process was busy is read before the immediate, and not before the timer.
      immediate = setImmediate(() => {
        if (heard() === before || pauses === 1) finish();
        else wait(pauses - 1);
      });
    }, QUIET_MS);
  };
  wait(MOST_PAUSES);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
