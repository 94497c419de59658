import { useLayoutEffect, useState } from "preact/hooks";
import { debateHref, formatRoute, parseRoute, type Route } from "./route.ts";

/** Current route. Renders again when the address changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  // A layout effect, because a change between the first paint and an effect would be missed.
  useLayoutEffect(() => {
    const read = (): void => setRoute(parseRoute(location.hash));
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return route;
}

export function go(route: Route): void {
  location.hash = formatRoute(route);
}

export function openDebate(id: string): void {
  location.hash = debateHref(id);
}

/** Changes the address without a history entry, for text typed into a filter. */
export function replaceRoute(route: Route): void {
  history.replaceState(history.state, "", formatRoute(route));
  dispatchEvent(new HashChangeEvent("hashchange"));
}
