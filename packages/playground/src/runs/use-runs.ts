import { useLayoutEffect, useState } from "preact/hooks";
import { watchRuns } from "./runs.ts";

/** Draws again whenever a run changes. */
export function useRuns(): void {
  const [, setTimes] = useState(0);
  useLayoutEffect(() => watchRuns(() => setTimes((times) => times + 1)), []);
}
