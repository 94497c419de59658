import { join } from "node:path";
import { memoryJournal, sqliteJournal, type RunStore } from "rostrum";
import { describe, onTestFinished } from "vitest";
import { takenOverSpendingSuite } from "../support/taken-over-spending.ts";
import { ownFolder } from "./support/process.ts";

describe("with a journal in memory", () => {
  takenOverSpendingSuite(() => {
    const journal = memoryJournal();
    return [journal, journal];
  });
});

describe("with a journal in SQLite", () => {
  takenOverSpendingSuite(() => {
    const path = join(ownFolder(), "runs.db");
    const open = (): RunStore => {
      const journal = sqliteJournal(path);
      onTestFinished(() => journal.close());
      return journal;
    };
    return [open(), open()];
  });
});
