import { useLayoutEffect, useState } from "preact/hooks";
import { watchRuns } from "./runs.ts";

/** Renders again when a run changes, at most once per frame, because models write word by word. */
export function useRuns(): void {
  const [, setTimes] = useState(0);
  useLayoutEffect(() => {
    let frame = 0;
    const draw = (): void => {
      frame = 0;
      setTimes((times) => times + 1);
    };
    const unwatch = watchRuns(() => {
      frame ||= requestAnimationFrame(draw);
    });
    return () => {
      unwatch();
      cancelAnimationFrame(frame);
    };
  }, []);
}
