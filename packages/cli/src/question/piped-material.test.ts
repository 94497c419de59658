import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { readPipedMaterial } from "./piped-material.ts";

afterEach(() => {
  vi.useRealTimers();
});

const SILENT = { say: () => undefined, warn: () => undefined, isAtTerminal: false };

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

test.each([
  [
    "a file or pipe that ends at once",
    "empty",
    ["Standard input is empty, so the question is asked without it."],
  ],
  ["/dev/null, as in CI", "/dev/null", []],
])("%s holds nothing: %s", async (_, place, expected) => {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-"));
  const path = join(folder, "empty");
  writeFileSync(path, "");
  const fd = openSync(place === "empty" ? path : place, "r");
  const lines: string[] = [];
  const say = (line: string): unknown => lines.push(line);
  try {
    const stdin = Object.assign(new PassThrough().end(), { fd });
    expect(await readPipedMaterial(stdin, false, { ...SILENT, say })).toBeNull();
    expect(lines).toEqual(expected);
  } finally {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  }
});

test("an empty pipe is refused where somebody at a terminal waits for the answer", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-"));
  writeFileSync(join(folder, "empty"), "");
  const fd = openSync(join(folder, "empty"), "r");
  const stdin = Object.assign(new PassThrough().end(), { fd });
  try {
    const reading = readPipedMaterial(stdin, false, { ...SILENT, isAtTerminal: true });
    await expect(reading).rejects.toThrow("Nothing came in through the pipe");
  } finally {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  }
});

test("a pipe that breaks is an error", async () => {
  const stdin = new PassThrough();
  const reading = readPipedMaterial(stdin, false, SILENT);
  stdin.destroy(new Error("EIO: broken"));
  await expect(reading).rejects.toThrow("broken");
});
