import { ConfigError } from "../../errors.ts";

/** Returns the value in its checked type, or throws a `ConfigError` that names the field. */
export type Check<T> = (value: unknown, field: string) => T;

export function fail(field: string, expected: string, came: unknown): never {
  throw new ConfigError(field, `expected ${expected}, got ${show(came)}`);
}

/** A value as it would stand in a config, short enough for one line. */
export function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "function") return `a function${value.name ? ` (${value.name})` : ""}`;
  if (typeof value === "bigint" || typeof value === "symbol") return String(value);
  if (typeof value === "number") return String(value);
  let text: string;
  try {
    text = JSON.stringify(value, functionsByName) ?? String(value);
  } catch {
    text = Object.prototype.toString.call(value);
  }
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** JSON would show a function in a list as null. */
function functionsByName(_key: string, value: unknown): unknown {
  return typeof value === "function" ? `function ${value.name}`.trim() : value;
}

/** A default where the option is absent. */
export function optional<T, const D>(check: Check<T>, fallback: D): Check<T | D> {
  return (value, field) => (value === undefined ? fallback : check(value, field));
}

export function numberBetween(min: number, max: number, words: string): Check<number> {
  return (value, field) =>
    typeof value === "number" && value >= min && value <= max ? value : fail(field, words, value);
}

export const share: Check<number> = numberBetween(0, 1, "a number from 0 to 1");

export function wholeNumber(min: number): Check<number> {
  return (value, field) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= min
      ? value
      : fail(field, `a whole number, ${min} or more`, value);
}

export const positive: Check<number> = (value, field) =>
  typeof value === "number" && value > 0 && Number.isFinite(value)
    ? value
    : fail(field, "a number above 0", value);

export const atLeastZero: Check<number> = numberBetween(0, Number.MAX_VALUE, "a number, 0 or more");

export const flag: Check<boolean> = (value, field) =>
  typeof value === "boolean" ? value : fail(field, "true or false", value);

export const text: Check<string> = (value, field) =>
  typeof value === "string" ? value : fail(field, "a string", value);

export function oneOf<const T extends string>(...options: readonly T[]): Check<T> {
  return (value, field) =>
    options.find((option) => option === value) ??
    fail(field, `one of ${options.map((option) => `"${option}"`).join(", ")}`, value);
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The entry under this very name: `constructor` is in every object, and no rule. */
export function ownValue<T>(table: Record<string, T>, name: unknown): T | undefined {
  return typeof name === "string" && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Refuses options that don't exist: a typo must not silently fall back to a default. */
export function knownKeys(value: object, known: readonly string[], field: string): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const near = known.find((name) => distance(name, key) <= 2);
    const path = field === "" ? key : `${field}.${key}`;
    throw new ConfigError(
      path,
      `there is no such option${near ? `; did you mean "${near}"?` : `, only ${known.join(", ")}`}`,
    );
  }
}

/** Levenshtein distance of two short names. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
