import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, test } from "vitest";
import { memoryJournal, sqliteJournal } from "../../packages/runtime/src/journal/index.ts";
import type { RunStore } from "../../packages/runtime/src/journal/run-store.ts";
import {
  journalConformance,
  runStoreConformance,
} from "../../packages/runtime/src/testing/index.ts";

const cleanups: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function makeSqlite(): RunStore {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-journal-"));
  const journal = sqliteJournal(join(folder, "runs.db"));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  cleanups.push(() => journal.close());
  return journal;
}

describe.each([
  { name: "memoryJournal", make: (): RunStore => memoryJournal() },
  { name: "sqliteJournal", make: makeSqlite },
])("$name", ({ make }) => {
  for (const { name, run } of journalConformance(make)) test(name, run);
  for (const { name, run } of runStoreConformance(make)) test(name, run);
});
