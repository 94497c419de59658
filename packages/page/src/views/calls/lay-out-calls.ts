import { formatDuration } from "@rostrum/core/export";
import type { DebateCall } from "../../api/calls.ts";

/** Positions of calls on a time axis, as shares of its length. */
export interface TimeAxis {
  spanMs: number;
  ticks: { position: number; label: string }[];
  /** In the order of the calls. Null if the time of a call is unknown. */
  bars: ({ start: number; width: number } | null)[];
}

type TimedCall = Pick<DebateCall, "startedAt" | "durationMs">;

const MAX_TICKS = 5;
const STEPS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(
  [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600].map((seconds) => seconds * 1000),
);

/** Places calls on an axis that begins with the first call. */
export function layOutCalls(calls: readonly TimedCall[]): TimeAxis {
  const starts = calls.flatMap(({ startedAt }) => startedAt ?? []);
  const first = Math.min(...starts);
  const last = Math.max(
    ...calls.map(({ startedAt, durationMs }) => (startedAt ?? first) + (durationMs ?? 0)),
  );
  const spanMs = starts.length === 0 ? 0 : last - first;
  const length = Math.max(spanMs, 1);
  const step = STEPS_MS.find((ms) => length / ms <= MAX_TICKS) ?? Math.ceil(length / MAX_TICKS);
  const count = starts.length === 0 ? 0 : Math.floor(length / step) + 1;
  const ticks = Array.from({ length: count }, (_, index) => ({
    position: (index * step) / length,
    label: index === 0 ? "0 s" : formatTick(index * step),
  }));
  return {
    spanMs,
    // A label at the very end would overflow the axis.
    ticks: ticks.filter(({ position }) => position < 0.95),
    bars: calls.map(({ startedAt, durationMs }) =>
      startedAt === null
        ? null
        : { start: (startedAt - first) / length, width: (durationMs ?? 0) / length },
    ),
  };
}

/** Formats whole seconds, or whole minutes on a long axis. */
function formatTick(ms: number): string {
  if (ms < 1000) return formatDuration(ms);
  return ms < 180_000 ? `${ms / 1000} s` : `${Math.round(ms / 60_000)} min`;
}
