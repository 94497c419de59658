import { useLayoutEffect, useRef } from "preact/hooks";

/** Calls a handler when its key (`KeyboardEvent.key`) is pressed and nobody is typing. */
export function useKeys(handlers: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  // Uses the latest handlers, without adding a new listener for every state of the page.
  const latest = useRef(handlers);
  latest.current = handlers;
  // Listens from the first paint on, because a key pressed before an effect has run would be lost.
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

/** The key belongs to a text field, to an open dialog, or to the browser. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (document.querySelector("dialog[open]") !== null) return true;
  return target !== null && target.closest("input, select, textarea, [contenteditable]") !== null;
}
