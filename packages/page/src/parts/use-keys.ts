import { useLayoutEffect, useRef } from "preact/hooks";

/** Calls a handler when its key (`KeyboardEvent.key`) is pressed outside of text fields. */
export function useKeys(handlers: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  // Calls the latest handlers without adding a listener on every render.
  const latest = useRef(handlers);
  latest.current = handlers;
  // A layout effect, because a key pressed between the first paint and an effect would be lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const handler = Object.hasOwn(latest.current, event.key) && latest.current[event.key];
      if (!handler || isTaken(event)) return;
      event.preventDefault();
      handler(event);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** Returns true if the key belongs to a text field, to an open dialog, or to the browser. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (document.querySelector("dialog[open]") !== null) return true;
  return target !== null && target.closest("input, select, textarea, [contenteditable]") !== null;
}
