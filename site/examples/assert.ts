/* What the examples use of Node's `assert/strict`, for browsers. */

class AssertionError extends Error {}

function fail(message: string): never {
  throw new AssertionError(message);
}

const shown = (value: unknown): string => JSON.stringify(value) ?? String(value);

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (a instanceof Map && b instanceof Map) return same([...a], [...b]);
  if (a instanceof Set && b instanceof Set) return same([...a], [...b]);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => name in right && same(left[name], right[name]))
  );
}

type Expected =
  | RegExp
  | (abstract new (...args: never[]) => unknown)
  | ((error: unknown) => boolean)
  | object;

function fits(error: unknown, expected: Expected): boolean {
  if (expected instanceof RegExp) return expected.test(String(error));
  if (typeof expected !== "function") {
    const found = error as Record<string, unknown>;
    return Object.entries(expected).every(([name, value]) =>
      value instanceof RegExp ? value.test(String(found[name])) : same(found[name], value),
    );
  }
  if (expected.prototype instanceof Error || expected === Error) {
    return error instanceof (expected as typeof Error);
  }
  return (expected as (error: unknown) => boolean)(error);
}

function assert(value: unknown, message?: string): void {
  if (!value) fail(message ?? "expected something true");
}

assert.ok = assert;
assert.fail = (message = "failed"): never => fail(message);
assert.equal = (a: unknown, b: unknown, message?: string): void => {
  if (!Object.is(a, b)) fail(message ?? `expected ${shown(b)}, got ${shown(a)}`);
};
assert.deepEqual = (a: unknown, b: unknown, message?: string): void => {
  if (!same(a, b)) fail(message ?? `expected ${shown(b)}, got ${shown(a)}`);
};
assert.notDeepEqual = (a: unknown, b: unknown, message?: string): void => {
  if (same(a, b)) fail(message ?? `expected anything but ${shown(b)}`);
};
assert.match = (text: string, pattern: RegExp, message?: string): void => {
  if (!pattern.test(text)) fail(message ?? `expected ${String(pattern)}, got ${shown(text)}`);
};
assert.rejects = async (
  work: Promise<unknown> | (() => Promise<unknown>),
  expected?: Expected,
): Promise<void> => {
  try {
    await (typeof work === "function" ? work() : work);
  } catch (error) {
    if (expected !== undefined && !fits(error, expected)) throw error;
    return;
  }
  fail("expected a rejection, and there was none");
};

export default assert;
