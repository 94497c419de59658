import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenQuiet } from "./when-quiet.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function waiting(): { hear(): void; finished(): number; stop(): void } {
  let pieces = 0;
  const finish = vi.fn();
  const stop = whenQuiet(() => pieces, finish);
  return { hear: () => void pieces++, finished: () => finish.mock.calls.length, stop };
}

test("a pause ends the waiting, and text begins it anew", () => {
  const { hear, finished } = waiting();
  vi.advanceTimersByTime(200);
  hear();
  vi.advanceTimersByTime(200);
  expect(finished()).toBe(0);
  vi.advanceTimersByTime(300);
  expect(finished()).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(finished()).toBe(1);
});

test("text that is read only after the timer, because the process was busy, counts", () => {
  const { hear, finished } = waiting();
  setTimeout(hear, 300);
  vi.advanceTimersByTime(310);
  expect(finished()).toBe(0);
  vi.advanceTimersByTime(310);
  expect(finished()).toBe(1);
});

test("who never stops printing is not listened to forever", () => {
  const { hear, finished } = waiting();
  const printing = setInterval(hear, 50);
  vi.advanceTimersByTime(10_000);
  expect(finished()).toBe(1);
  clearInterval(printing);
});

test("nothing is finished after the waiting was stopped", () => {
  const { finished, stop } = waiting();
  stop();
  vi.advanceTimersByTime(10_000);
  expect(finished()).toBe(0);
});
