import { expect, test } from "vitest";
import { createDeltaBuffer } from "./delta-buffer.ts";

const frame = (bytes: number): Uint8Array => new Uint8Array(bytes);

test("pieces come out before the event they belong before, in order", () => {
  const buffer = createDeltaBuffer(1000);
  const [a, b, c] = [frame(1), frame(2), frame(3)];
  buffer.add(a, 1);
  buffer.add(b, 1);
  buffer.add(c, 3);
  expect(buffer.take(0)).toEqual([]);
  expect(buffer.take(1)).toEqual([a, b]);
  expect(buffer.take(2)).toEqual([]);
  expect(buffer.take(3)).toEqual([c]);
});

test("it never holds more than it may, however much comes", () => {
  const buffer = createDeltaBuffer(1000);
  for (let piece = 0; piece < 10_000; piece++) buffer.add(frame(300), 1);
  const bytes = buffer.take(1).reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(1000);
});
