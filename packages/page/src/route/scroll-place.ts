import { parseRoute, type Route } from "./route.ts";

/** What is kept with an entry of the history: how far its screen is scrolled. */
interface Kept {
  y?: number;
}

const readState = (): Kept => (history.state ?? {}) as Kept;

/** Entries of the history with the same place show the same screen. */
export function getPlace(route: Route): string {
  return route.screen === "debate" ? `debate ${route.id}` : route.screen;
}

/**
 * The place whose screen stands where its reader wants it. Between a change of the address and the end of
 * the scrolling that follows, `scrollY` belongs to another screen, or is on its way.
 */
let settled: string | null = null;

function note(): void {
  if (settled !== getPlace(parseRoute(location.hash)) || readState().y === scrollY) return;
  history.replaceState({ y: scrollY } satisfies Kept, "");
}

/** Notes how far each screen is scrolled, so that Back leads to the same place. */
export function noteScrolling(first: string): () => void {
  settled = first;
  // A link may be followed before the scrolling has ended, and not every browser tells when it ends.
  const acts = ["scrollend", "click", "keydown"];
  for (const act of acts) addEventListener(act, note, true);
  return () => acts.forEach((act) => removeEventListener(act, note, true));
}

/**
 * Scrolls a screen to where it was left, as soon as it is long enough, or to its top if it is new.
 * Stops when the reader acts. Returns how to end it early.
 */
export function scrollToPlace(main: Element, place: string): () => void {
  const { y = 0 } = readState();
  const ending = new AbortController();
  const settle = (): void => {
    settled = place;
    ending.abort();
  };
  const reach = (): void => {
    scrollTo(0, y);
    // A position may be rounded to the pixels of the screen.
    if (scrollY > y - 1) settle();
  };
  settled = null;
  const grown = new ResizeObserver(reach);
  ending.signal.onabort = () => grown.disconnect();
  for (const act of ["wheel", "touchstart", "keydown", "pointerdown"])
    addEventListener(act, settle, { passive: true, signal: ending.signal });
  grown.observe(main);
  reach();
  return () => ending.abort();
}
