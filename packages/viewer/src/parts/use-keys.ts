import { useLayoutEffect, useRef } from "preact/hooks";
import { isTaken } from "./keys.ts";

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
