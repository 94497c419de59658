import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { watchFiles } from "./watch-files.ts";

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "tokens.json");
  writeFileSync(path, "[]");
  return path;
}

test("a change directly after the call counts, before anything was polled", async () => {
  const path = newFile();
  const onChange = vi.fn();
  using _watching = watchFiles([path, null, undefined], onChange);
  writeFileSync(path, "[1]");
  await expect.poll(() => onChange.mock.calls.length).toBe(1);
});

test("a change that keeps size and time counts", async () => {
  const path = newFile();
  utimesSync(path, 1, 1);
  const onChange = vi.fn();
  using _watching = watchFiles([path], onChange);
  writeFileSync(path, "{}");
  utimesSync(path, 1, 1);
  await expect.poll(() => onChange.mock.calls.length).toBe(1);
});

test("a file that is gone counts once, and again when it is back", async () => {
  const path = newFile();
  const onChange = vi.fn();
  using _watching = watchFiles([path, `${path}.never`], onChange);
  renameSync(path, `${path}.away`);
  await expect.poll(() => onChange.mock.calls.length).toBe(1);
  renameSync(`${path}.away`, path);
  await expect.poll(() => onChange.mock.calls.length).toBe(2);
});
