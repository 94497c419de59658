import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRepeats } from "./repeats.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LEAVE_MS = 30_000;

/** A debate whose answer was delivered to somebody else: its repeat is never free again. */
function attendOne() {
  const isRepeatFree = vi.fn(async () => false);
  const repeats = createRepeats({ isRepeatFree } as never, LEAVE_MS);
  const { promise, resolve } = Promise.withResolvers<never>();
  const abort = vi.fn();
  const detach = repeats.attend({ id: "d1", waiting: false, abort, result: promise });
  return { detach, end: () => resolve(undefined as never), isRepeatFree };
}

test("a client that leaves after the debate is over starts no timer", async () => {
  const { detach, end } = attendOne();
  end();
  await vi.advanceTimersByTimeAsync(0);
  detach();
  expect(vi.getTimerCount()).toBe(0);
});

test("a debate that ends while the journal is read starts no further timer", async () => {
  const { detach, end, isRepeatFree } = attendOne();
  isRepeatFree.mockImplementationOnce(async () => {
    end();
    await new Promise((resolve) => setTimeout(resolve, 5));
    return false;
  });
  detach();
  await vi.advanceTimersByTimeAsync(LEAVE_MS + 5);
  expect(isRepeatFree).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
