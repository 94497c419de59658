import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type CallInFlight, CallsInFlight } from "./calls-in-flight.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A call that records how it ends, and leaves as an attempt does. */
function callFor(calls: CallsInFlight, name: string, ms: number, ends: string[]): CallInFlight {
  const now = performance.now();
  const call: CallInFlight = {
    due: now + ms,
    timeOut() {
      calls.delete(call);
      ends.push(`${name} timed out`);
    },
    cutOff(reason) {
      calls.delete(call);
      ends.push(`${name}: ${String(reason)}`);
    },
  };
  calls.add(call, now);
  return call;
}

describe("calls in flight", () => {
  it("each times out when it is due, in any order", () => {
    const calls = new CallsInFlight();
    const ends: string[] = [];
    callFor(calls, "slow", 500, ends);
    callFor(calls, "quick", 100, ends);
    vi.advanceTimersByTime(99);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(ends).toEqual(["quick timed out"]);
    callFor(calls, "later", 1000, ends);
    vi.advanceTimersByTime(400);
    expect(ends).toEqual(["quick timed out", "slow timed out"]);
    vi.advanceTimersByTime(1000);
    expect(ends).toEqual(["quick timed out", "slow timed out", "later timed out"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("one timer is enough for all, and a reply in time is not followed by a timeout", () => {
    const calls = new CallsInFlight();
    const ends: string[] = [];
    const replied = Array.from({ length: 5 }, (_, index) => callFor(calls, `${index}`, 100, ends));
    expect(vi.getTimerCount()).toBe(1);
    for (const call of replied) calls.delete(call);
    callFor(calls, "next round", 100, ends);
    vi.advanceTimersByTime(90);
    expect(vi.getTimerCount()).toBe(1);
    calls.close();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(ends).toEqual([]);
  });

  it("the end of the run cuts all of them off", () => {
    const calls = new CallsInFlight();
    const ends: string[] = [];
    callFor(calls, "one", 100, ends);
    callFor(calls, "two", 100, ends);
    calls.cutOff("over");
    expect(ends).toEqual(["one: over", "two: over"]);
  });
});
