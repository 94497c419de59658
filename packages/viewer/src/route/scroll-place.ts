/** What is kept with an entry of the history: how far its screen is scrolled. */
interface Kept {
  y?: number;
}

/** Notes how far each screen is scrolled, so that Back leads to the same place. */
export function noteScrolling(): () => void {
  const note = (): void => history.replaceState({ y: scrollY } satisfies Kept, "");
  addEventListener("scrollend", note);
  return () => removeEventListener("scrollend", note);
}

/**
 * Scrolls a screen to where it was left, as soon as it is long enough, or to its top if it is new.
 * Stops when the reader scrolls. Returns how to end it early.
 */
export function scrollToPlace(main: Element): () => void {
  const { y = 0 } = (history.state ?? {}) as Kept;
  scrollTo(0, y);
  if (y === 0) return () => undefined;
  const grown = new ResizeObserver(() => {
    scrollTo(0, y);
    if (scrollY >= y) grown.disconnect();
  });
  grown.observe(main);
  const stop = (): void => grown.disconnect();
  for (const act of ["wheel", "touchstart", "keydown", "pointerdown"] as const)
    addEventListener(act, stop, { once: true, passive: true });
  return stop;
}
