import { useEffect } from "preact/hooks";
import { type Loaded, useLoaded } from "../../feed/use-loaded.ts";

const REFRESH_MS = 10_000;

/** Loads a value, and reloads it every ten seconds while the tab is visible. */
export function useRefreshed<T>(load: (signal: AbortSignal) => Promise<T>, key: string): Loaded<T> {
  const loaded = useLoaded(load, key);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || loaded.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return loaded;
}
