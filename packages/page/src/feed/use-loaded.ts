import { useCallback, useEffect, useState } from "preact/hooks";
import { describeError } from "../api/api-error.ts";

export interface Loaded<T> {
  value: T | null;
  error: string | null;
  reload(): void;
}

/** Loads a value when `key` changes or on request. The old value stays until the new one has arrived. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, key: string): Loaded<T> {
  const [state, setState] = useState<{ value: T | null; error: string | null }>({
    value: null,
    error: null,
  });
  const [times, setTimes] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    load(leaving.signal).then(
      (value) => leaving.signal.aborted || setState({ value, error: null }),
      (error: unknown) =>
        leaving.signal.aborted || setState(({ value }) => ({ value, error: describeError(error) })),
    );
    return () => leaving.abort();
  }, [key, times]);
  const reload = useCallback(() => setTimes((count) => count + 1), []);
  return { ...state, reload };
}
