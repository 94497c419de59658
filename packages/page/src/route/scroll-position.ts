import { parseRoute, type Route } from "./route.ts";

/** State that is stored with a history entry: the scroll position of its screen. */
interface ScrollState {
  y?: number;
}

const readState = (): ScrollState => (history.state ?? {}) as ScrollState;

/** Key of a screen: history entries with the same key show the same screen. */
export function getScreenKey(route: Route): string {
  return route.screen === "debate" ? `debate ${route.id}` : route.screen;
}

/**
 * Key of the screen whose scroll position is final. Null between a change of the address and the end of the scrolling
 * that follows, when `scrollY` belongs to another screen or is still changing.
 */
let scrolledScreen: string | null = null;

function storePosition(): void {
  if (scrolledScreen !== getScreenKey(parseRoute(location.hash)) || readState().y === scrollY)
    return;
  history.replaceState({ y: scrollY } satisfies ScrollState, "");
}

/** Stores the scroll position of each screen, so that Back returns to it. */
export function storeScrollPositions(screenKey: string): () => void {
  scrolledScreen = screenKey;
  // A link may be followed before the scrolling has ended, and not every browser fires `scrollend`.
  const acts = ["scrollend", "click", "keydown"];
  for (const act of acts) addEventListener(act, storePosition, true);
  return () => acts.forEach((act) => removeEventListener(act, storePosition, true));
}

/**
 * Restores a screen's scroll position once the screen is tall enough, or scrolls a new screen to its top. Stops when
 * the reader acts. Returns a function that cancels it.
 */
export function restoreScrollPosition(main: Element, screenKey: string): () => void {
  const { y = 0 } = readState();
  const ending = new AbortController();
  const endScrolling = (): void => {
    scrolledScreen = screenKey;
    ending.abort();
  };
  const scrollIfPossible = (): void => {
    scrollTo(0, y);
    // Browsers may round the position to device pixels.
    if (scrollY > y - 1) endScrolling();
  };
  scrolledScreen = null;
  const resizeObserver = new ResizeObserver(scrollIfPossible);
  ending.signal.onabort = () => resizeObserver.disconnect();
  for (const act of ["wheel", "touchstart", "keydown", "pointerdown"])
    addEventListener(act, endScrolling, { passive: true, signal: ending.signal });
  resizeObserver.observe(main);
  scrollIfPossible();
  return () => ending.abort();
}
