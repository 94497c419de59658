import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DeltaEvent } from "@rostrum/core/protocol";
import { createDeltaBatch } from "./delta-batch.ts";

const piece = (source: string, text: string): DeltaEvent =>
  ({ type: "debate.delta", at: 0, round: 0, source, text }) as DeltaEvent;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("one message for what several say within a moment", () => {
  const told: (readonly DeltaEvent[])[] = [];
  const batch = createDeltaBatch((events) => told.push(events));
  batch.add(piece("ada", "a "));
  batch.add(piece("bob", "b "));
  batch.add(piece("ada", "c"));
  expect(told).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(told).toEqual([[piece("ada", "a c"), piece("bob", "b ")]]);
  batch.flush();
  expect(told).toHaveLength(1);
});

test("what happens next comes after it", () => {
  const told: (readonly DeltaEvent[])[] = [];
  const batch = createDeltaBatch((events) => told.push(events));
  batch.add(piece("ada", "a"));
  batch.flush();
  batch.add(piece("ada", "again"));
  expect(told).toEqual([[piece("ada", "a")]]);
  vi.advanceTimersByTime(100);
  expect(told).toHaveLength(2);
});
