import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AbortError } from "@rostrum/core/support";
import type { Cancellation } from "./attempt.ts";
import { Gate, type LeaveGate } from "./gate.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A run that the test can end. */
function newLife(): Cancellation & { end(reason: unknown): void } {
  const listeners = new Set<(reason: unknown) => void>();
  const cancellation = {
    ended: false,
    reason: undefined as unknown,
    onEnd(listener: (reason: unknown) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end(reason: unknown) {
      cancellation.ended = true;
      cancellation.reason = reason;
      for (const listener of [...listeners]) listener(reason);
    },
  };
  return cancellation;
}

/** Sends callers to the gate, and notes who is inside and when each came in. */
function crowd(gate: Gate) {
  const began: { name: string; at: number }[] = [];
  const leaves = new Map<string, LeaveGate>();
  const start = Date.now();
  return {
    began,
    names: () => began.map(({ name }) => name),
    async come(
      name: string,
      cancellation: Cancellation = newLife(),
      patienceMs = Infinity,
    ): Promise<boolean> {
      const leave = await gate.enter(cancellation, patienceMs);
      if (leave === null) return false;
      began.push({ name, at: Date.now() - start });
      leaves.set(name, leave);
      return true;
    },
    leave: (name: string) => leaves.get(name)?.(),
  };
}
/** Lets everything happen that needs no time. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe("calls in flight", () => {
  test("without limits everybody goes in at once", async () => {
    const all = crowd(new Gate({}));
    for (const name of ["a", "b", "c"]) void all.come(name);
    await settle();
    expect(all.names()).toEqual(["a", "b", "c"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("no more than may are inside; the next goes in when one leaves, first come first served", async () => {
    const all = crowd(new Gate({ concurrency: 2 }));
    for (const name of ["a", "b", "c", "d"]) void all.come(name);
    await settle();
    expect(all.names()).toEqual(["a", "b"]);
    all.leave("b");
    await settle();
    expect(all.names()).toEqual(["a", "b", "c"]);
    all.leave("a");
    all.leave("c");
    await settle();
    expect(all.names()).toEqual(["a", "b", "c", "d"]);
  });

  test("a limit that is raised lets in those who wait; one that is lowered throws nobody out", async () => {
    const gate = new Gate({ concurrency: 1 });
    const all = crowd(gate);
    for (const name of ["a", "b", "c", "d"]) void all.come(name);
    gate.limit({ concurrency: 3 });
    await settle();
    expect(all.names()).toEqual(["a", "b", "c"]);
    gate.limit({ concurrency: 1 });
    all.leave("a");
    all.leave("b");
    await settle();
    expect(all.names()).toHaveLength(3);
    all.leave("c");
    await settle();
    expect(all.names()).toHaveLength(4);
  });
});

describe("calls in a minute", () => {
  test("begin evenly spaced, the first at once", async () => {
    const all = crowd(new Gate({ requestsPerMinute: 6 }));
    for (const name of ["a", "b", "c"]) void all.come(name);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(all.began).toEqual([
      { name: "a", at: 0 },
      { name: "b", at: 10_000 },
      { name: "c", at: 20_000 },
    ]);
  });

  test("a quiet minute saves up no burst", async () => {
    const all = crowd(new Gate({ requestsPerMinute: 6 }));
    await vi.advanceTimersByTimeAsync(60_000);
    for (const name of ["a", "b"]) void all.come(name);
    await settle();
    expect(all.names()).toEqual(["a"]);
  });

  test("both limits hold together", async () => {
    const all = crowd(new Gate({ concurrency: 1, requestsPerMinute: 60 }));
    for (const name of ["a", "b"]) void all.come(name);
    await vi.advanceTimersByTimeAsync(5000);
    expect(all.names()).toEqual(["a"]);
    all.leave("a");
    await settle();
    expect(all.names()).toEqual(["a", "b"]);
  });

  test("a pace that no timer can hold is held all the same", async () => {
    const all = crowd(new Gate({ requestsPerMinute: 1e-6 }));
    for (const name of ["a", "b"]) void all.come(name);
    await vi.advanceTimersByTimeAsync(2 ** 31);
    expect(all.names()).toEqual(["a"]);
  });

  test("lifted limits let everybody in", async () => {
    const gate = new Gate({ requestsPerMinute: 1 });
    const all = crowd(gate);
    for (const name of ["a", "b", "c"]) void all.come(name);
    gate.limit({});
    await settle();
    expect(all.names()).toEqual(["a", "b", "c"]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a pause that the provider asked for", () => {
  test("holds everybody back, and the longest counts", async () => {
    const gate = new Gate({});
    const all = crowd(gate);
    gate.holdFor(5000);
    gate.holdFor(1000);
    for (const name of ["a", "b"]) void all.come(name);
    await vi.advanceTimersByTimeAsync(4999);
    expect(all.names()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(all.names()).toEqual(["a", "b"]);
  });
});

describe("waiting ends", () => {
  test("with the run: at once, and without leaving a place or a timer behind", async () => {
    const gate = new Gate({ concurrency: 1 });
    const all = crowd(gate);
    await all.come("a");
    const cancellation = newLife();
    const waiting = all.come("b", cancellation);
    void all.come("c");
    cancellation.end("enough");
    await expect(waiting).rejects.toThrow(AbortError);
    all.leave("a");
    await settle();
    expect(all.names()).toEqual(["a", "c"]);
  });

  test("with the run, during a pause: nothing keeps the process alive", async () => {
    const gate = new Gate({});
    gate.holdFor(60_000);
    const cancellation = newLife();
    const waiting = gate.enter(cancellation, Infinity);
    expect(vi.getTimerCount()).toBe(1);
    cancellation.end("enough");
    await expect(waiting).rejects.toThrow(AbortError);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("with the run, when a turn is due: it goes to the next run", async () => {
    const gate = new Gate({ requestsPerMinute: 1 });
    const all = crowd(gate);
    await all.come("a");
    const cancellation = newLife();
    const waiting = [gate.enter(cancellation, Infinity), gate.enter(cancellation, Infinity)];
    for (const name of ["b", "c"]) void all.come(name);
    // The minute is over, and the timer that notices it has not fired yet.
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
    cancellation.end("enough");
    for (const call of waiting) await expect(call).rejects.toThrow(AbortError);
    expect(all.names()).toEqual(["a", "b"]);
    clock.mockRestore();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(all.names()).toEqual(["a", "b", "c"]);
  });

  test("before it begins when the run has ended already", async () => {
    const cancellation = newLife();
    cancellation.end("before");
    await expect(new Gate({}).enter(cancellation, Infinity)).rejects.toThrow(AbortError);
  });

  test("when the time is up, and the next in line goes instead", async () => {
    const gate = new Gate({ concurrency: 1 });
    const all = crowd(gate);
    await all.come("a");
    const impatient = all.come("b", newLife(), 1000);
    void all.come("c");
    await vi.advanceTimersByTimeAsync(1000);
    expect(await impatient).toBe(false);
    all.leave("a");
    await settle();
    expect(all.names()).toEqual(["a", "c"]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("a clock that is set back holds no call up", async () => {
  const gate = new Gate({ requestsPerMinute: 60 });
  (await gate.enter(newLife(), Infinity))?.();
  vi.setSystemTime(Date.now() - 3_600_000);
  const second = gate.enter(newLife(), Infinity);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await second).toBeTypeOf("function");
});
