import { PassThrough } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { readPipedMaterial } from "./piped-material.ts";

afterEach(() => {
  vi.useRealTimers();
});

const SILENT = { say: () => undefined, warn: () => undefined };

test.each([
  ["a flag says to wait", true, "we use Oracle"],
  ["nothing does", false, null],
])("a pipe that begins late is read if %s: %s", async (_, waits, text) => {
  vi.useFakeTimers();
  const stdin = new PassThrough();
  const reading = readPipedMaterial(stdin, waits, SILENT);
  await vi.advanceTimersByTimeAsync(60_000);
  stdin.end("we use Oracle");
  expect((await reading)?.toString() ?? null).toBe(text);
});

test("a pipe that begins in time may take as long as it likes", async () => {
  vi.useFakeTimers();
  const stdin = new PassThrough();
  const reading = readPipedMaterial(stdin, false, SILENT);
  stdin.write("we use ");
  await vi.advanceTimersByTimeAsync(60_000);
  stdin.end("Oracle");
  expect((await reading)?.toString()).toBe("we use Oracle");
});

test("a pipe that breaks is an error", async () => {
  const stdin = new PassThrough();
  const reading = readPipedMaterial(stdin, false, SILENT);
  stdin.destroy(new Error("EIO: broken"));
  await expect(reading).rejects.toThrow("broken");
});
