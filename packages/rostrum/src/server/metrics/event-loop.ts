import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Labels } from "./registry.ts";

/** How late the event loop was since the last reading. It is measured from the first reading on. */
export interface EventLoopDelay {
  read(): [Labels, number][];
  stop(): void;
}

const RESOLUTION_MS = 20;
const NS = 1e-9;

export function eventLoopDelay(): EventLoopDelay {
  let histogram: ReturnType<typeof monitorEventLoopDelay> | null = null;
  return {
    read() {
      if (histogram === null) {
        histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
        histogram.enable();
        return [];
      }
      if (histogram.count === 0) return [];
      // The timer itself is part of what is measured.
      const late = (ns: number): number => Math.max(0, ns * NS - RESOLUTION_MS / 1000);
      const values: [Labels, number][] = [
        [{ quantile: "0.5" }, late(histogram.percentile(50))],
        [{ quantile: "0.99" }, late(histogram.percentile(99))],
        [{ quantile: "1" }, late(histogram.max)],
      ];
      histogram.reset();
      return values;
    },
    stop() {
      histogram?.disable();
    },
  };
}
