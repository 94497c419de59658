import { ConfigError } from "@rostrum/core/support";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A number within bounds, or the default. */
export function checkNumber<Default>(
  field: string,
  value: unknown,
  otherwise: Default,
  min = 0,
  max: number = Number.MAX_VALUE,
): number | Default {
  if (value === undefined) return otherwise;
  if (typeof value === "number" && value >= min && value <= max) return value;
  const range = max < Number.MAX_VALUE ? `${min} to ${max}` : `at least ${min}`;
  throw new ConfigError(field, `expected a number of ${range}, got ${String(value)}`);
}

/** How long runs are kept, in milliseconds; `null`: for ever. */
export function checkRetention(days: unknown): number | null {
  const checked = checkNumber("retentionDays", days, null, 0, Infinity);
  return checked === null ? null : checked * DAY_MS;
}
