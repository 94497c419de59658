import { HttpError } from "../http-error.ts";

/** Deeper than any request of ours, and shallow enough for every function that walks it. */
const MOST_LEVELS = 100;
const MOST_VALUES = 100_000;

/** `undefined` when it is not JSON. */
export function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Refuses JSON that would be too much for whoever walks through it. It is walked here without recursion. */
export function checkJsonBounds(value: unknown): void {
  const { levels, values } = sizeOf(value, MOST_LEVELS, MOST_VALUES);
  if (levels > MOST_LEVELS) {
    throw new HttpError(
      400,
      "too_deep",
      `expected a body of at most ${MOST_LEVELS} levels, got a deeper one`,
    );
  }
  if (values > MOST_VALUES) {
    throw new HttpError(
      400,
      "too_many_values",
      `expected a body of at most ${MOST_VALUES.toLocaleString("en-US")} values, got more`,
    );
  }
}

/** How deep a value is and how many values are in it; the count ends where a bound is passed. */
export function sizeOf(
  whole: unknown,
  mostLevels: number,
  mostValues: number,
): { levels: number; values: number } {
  let level = [whole];
  let levels = 0;
  let values = 0;
  while (level.length > 0 && levels <= mostLevels && values <= mostValues) {
    levels += 1;
    values += level.length;
    const inner: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      for (const part of Object.values(value)) inner.push(part);
    }
    level = inner;
  }
  return { levels, values };
}
