import { createRandom } from "@rostrum/core/record";
import type { Interval } from "./wilson.ts";

const RESAMPLES = 1000;

/** Returns a figure with its 95 % bootstrap interval over items; `null` if it can't be computed. */
export function bootstrap<T>(
  items: readonly T[],
  figure: (items: readonly T[]) => number | null,
  seed = "bootstrap",
): Interval | null {
  const value = figure(items);
  if (value === null) return null;
  const random = createRandom(seed);
  const resampledValues = Array.from({ length: RESAMPLES }, () =>
    figure(items.map(() => items[Math.floor(random() * items.length)] as T)),
  )
    .filter((estimate) => estimate !== null)
    .sort((a, b) => a - b);
  const at = (share: number): number =>
    resampledValues[Math.floor(share * resampledValues.length)] ?? value;
  return { value, low: at(0.025), high: at(0.975) };
}
