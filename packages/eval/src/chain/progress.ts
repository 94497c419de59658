import type { ChainProgress } from "./types.ts";
import type { Place } from "./checkpoints.ts";

/** Measures a chain from where this process began with it. */
export function createMeasure(
  begunAt: number,
  now: () => number = () => performance.now(),
): (place: Place) => ChainProgress {
  const begun = now();
  return ({ index, retried, cost }) => ({
    steps: index,
    stepsPerSecond: (index - begunAt) / Math.max((now() - begun) / 1000, 1e-6),
    calls: cost.attempts,
    costUsd: cost.costUsd,
    retried,
  });
}

/** Options of `chainProgress()`. */
export interface ProgressOptions {
  /** Steps that the chain will have, from which the time left is estimated. */
  total?: number;
  /** Gets the text. Default: the terminal, by way of stderr. */
  write?: (text: string) => void;
  /** Milliseconds between two updates, at least. Default 500. */
  everyMs?: number;
}

/** An `onStep` that shows steps, steps per second, time left and cost on one line of a terminal. */
export function chainProgress(
  options: ProgressOptions = {},
): (step: { progress: ChainProgress }) => void {
  const { total, everyMs = 500, write = writeToStderr } = options;
  let shownAt = -Infinity;
  return ({ progress }) => {
    const now = performance.now();
    const last = progress.steps === total;
    if (!last && now - shownAt < everyMs) return;
    shownAt = now;
    write(`\r\u001B[K${formatProgress(progress, total)}${last ? "\n" : ""}`);
  };
}

/** A browser has no terminal: who wants to see the line there gives `write`. */
function writeToStderr(text: string): void {
  globalThis.process?.stderr?.write(text);
}

export function formatProgress(
  { steps, stepsPerSecond, costUsd, retried }: ChainProgress,
  total?: number,
): string {
  const count = (value: number): string => value.toLocaleString("en-US");
  const rate = stepsPerSecond < 10 ? stepsPerSecond.toFixed(1) : count(Math.round(stepsPerSecond));
  const left = total === undefined ? null : (total - steps) / stepsPerSecond;
  return [
    total === undefined ? `${count(steps)} steps` : `${count(steps)} of ${count(total)} steps`,
    `${rate}/s`,
    ...(left === null || !Number.isFinite(left) || left < 0
      ? []
      : [`${formatDuration(left)} left`]),
    costUsd === null ? "cost unknown" : `$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`,
    ...(retried > 0 ? [`${count(retried)} asked again`] : []),
  ].join(" · ");
}

function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
