import type { JournalRun } from "../../protocol/journal.ts";
import { createJournalRun, type Change, type Claim } from "../journal-run.ts";
import type { Redactor } from "../redact.ts";
import type { Value } from "./driver.ts";
import type { Statements } from "./statements.ts";
import type { Writer } from "./writer.ts";

/** What the runs of one journal share. */
export interface Shared {
  statements: Statements;
  writer: Writer;
  redactor: Redactor | null;
}

/** A run that is open for writing. `onClose` is told whether the database knows that it is released. */
export function openRun(
  { statements, writer, redactor }: Shared,
  { n, token, stored }: Claim,
  onClose: (released: boolean) => void,
): JournalRun {
  function toStatement(change: Change): [statement: string, values: Value[]] {
    switch (change.is) {
      case "status":
        return [statements.saveStatus, [n, change.status]];
      case "step_started":
        return [statements.startStep, [n, change.step, change.hash, change.earlier]];
      case "step_finished":
        return [statements.finishStep, [n, change.step, change.body]];
      case "events_cut":
        return [statements.cutEvents, [n, change.from]];
      case "event":
        return [statements.addEvent, [n, change.seq, change.body]];
      case "summary":
        return [statements.saveSummary, [n, ...change.columns]];
      case "released":
        return [statements.dropLease, [token]];
    }
  }

  return createJournalRun(stored, {
    redactor,
    write: (list, last) =>
      writer.write({
        run: n,
        id: stored.id,
        token,
        statements: () => list().map(toStatement),
        last,
      }),
    onClose,
  });
}
