import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DeltaEvent } from "../../protocol/events.ts";
import { deltaBatch } from "./delta-batch.ts";

const piece = (source: string, text: string, done?: true): DeltaEvent => ({
  type: "debate.delta",
  debateId: "d",
  at: 0,
  round: 0,
  source,
  text,
  ...(done ? { done } : {}),
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("one message for what several say within a moment", () => {
  const told: (readonly DeltaEvent[])[] = [];
  const batch = deltaBatch((events) => told.push(events));
  batch.add(piece("ada", "a "));
  batch.add(piece("bob", "b "));
  batch.add(piece("ada", "c"));
  batch.add(piece("ada", "", true));
  expect(told).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(told).toEqual([[piece("ada", "a c", true), piece("bob", "b ")]]);
  batch.flush();
  expect(told).toHaveLength(1);
});

test("what happens next comes after it", () => {
  const told: (readonly DeltaEvent[])[] = [];
  const batch = deltaBatch((events) => told.push(events));
  batch.add(piece("ada", "a", true));
  batch.add(piece("ada", "again"));
  batch.flush();
  expect(told).toEqual([[piece("ada", "a", true), piece("ada", "again")]]);
  vi.advanceTimersByTime(100);
  expect(told).toHaveLength(1);
});
