import type { ChainProgress } from "./types.ts";
import type { Place } from "./checkpoints.ts";

/** Measures speed from the step at which this process started. */
export function createMeasure(
  firstIndex: number,
  now: () => number = () => performance.now(),
): (place: Place) => ChainProgress {
  const startedAt = now();
  return ({ index, retried, cost }) => ({
    steps: index,
    stepsPerSecond: (index - firstIndex) / Math.max((now() - startedAt) / 1000, 1e-6),
    calls: cost.attempts,
    costUsd: cost.costUsd,
    retried,
  });
}

/** Options of `chainProgress()`. */
export interface ProgressOptions {
  /** Expected number of steps, to estimate the time left. */
  total?: number;
  /** Receives the text. Default: writes to stderr. */
  write?: (text: string) => void;
  /** Minimum interval between updates, in milliseconds. Default 500. */
  everyMs?: number;
}

/** An `onStep` that shows steps, steps per second, time left and cost on one line of a terminal. */
export function chainProgress(
  options: ProgressOptions = {},
): (step: { progress: ChainProgress }) => void {
  const { total, everyMs = 500, write = writeToStderr } = options;
  let shownAt = -Infinity;
  return ({ progress }) => {
    const nowMs = performance.now();
    const last = progress.steps === total;
    if (!last && nowMs - shownAt < everyMs) return;
    shownAt = nowMs;
    write(`\r\u001B[K${formatProgress(progress, total)}${last ? "\n" : ""}`);
  };
}

/** Does nothing in a browser, which has no stderr: pass `write` there. */
function writeToStderr(text: string): void {
  globalThis.process?.stderr?.write(text);
}

export function formatProgress(
  { steps, stepsPerSecond, costUsd, retried }: ChainProgress,
  total?: number,
): string {
  const count = (value: number): string => value.toLocaleString("en-US");
  const rate = stepsPerSecond < 10 ? stepsPerSecond.toFixed(1) : count(Math.round(stepsPerSecond));
  const secondsLeft = total === undefined ? null : (total - steps) / stepsPerSecond;
  return [
    total === undefined ? `${count(steps)} steps` : `${count(steps)} of ${count(total)} steps`,
    `${rate}/s`,
    ...(secondsLeft === null || !Number.isFinite(secondsLeft) || secondsLeft < 0
      ? []
      : [`${formatDuration(secondsLeft)} left`]),
    costUsd === null ? "cost unknown" : `$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`,
    ...(retried > 0 ? [`${count(retried)} asked again`] : []),
  ].join(" · ");
}

function formatDuration(seconds: number): string {
  const wholeSeconds = Math.ceil(seconds);
  if (wholeSeconds < 60) return `${wholeSeconds} s`;
  if (wholeSeconds < 3600) return `${Math.floor(wholeSeconds / 60)} min ${wholeSeconds % 60} s`;
  return `${Math.floor(wholeSeconds / 3600)} h ${Math.floor((wholeSeconds % 3600) / 60)} min`;
}
