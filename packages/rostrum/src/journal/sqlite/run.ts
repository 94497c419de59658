import type { JournalRun } from "../../protocol/journal.ts";
import { createJournalRun, type Change, type Claim } from "../journal-run.ts";
import type { Redactor } from "../redact.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { Leases } from "./leases.ts";
import type { Statements } from "./statements.ts";

/** What the runs of one journal share. */
export interface Shared {
  statements: Statements;
  commits: GroupCommit;
  leases: Leases;
  redactor: Redactor | null;
  now: () => number;
}

/** A run that is open for writing. `onClose` is called when it is released. */
export function openRun(
  { statements, commits, leases, redactor, now }: Shared,
  { n, token, stored }: Claim,
  onClose: () => void,
): JournalRun {
  function make(change: Change): void {
    switch (change.is) {
      case "status":
        return void statements.saveStatus.run(change.status, now(), n);
      case "step_started":
        return void statements.startStep.run(n, change.step, change.hash, now(), change.earlier);
      case "step_finished":
        return void statements.finishStep.run(n, change.step, now(), now(), change.body);
      case "events_cut":
        return void statements.cutEvents.run(n, change.from);
      case "event":
        return void statements.addEvent.run(n, change.seq, change.body);
      case "summary": {
        // SQLite has numbers for what is true or not.
        const columns = change.columns.map((each) => (typeof each === "boolean" ? +each : each));
        return void statements.saveSummary.run(...columns, now(), n);
      }
      case "released":
        return leases.drop(token);
    }
  }

  return createJournalRun(stored, {
    redactor,
    write: (list) =>
      commits.write(() => {
        leases.check(n, token, stored.id);
        list().forEach(make);
      }),
    onClose(released) {
      if (!released) leases.abandon(token);
      leases.release();
      onClose();
    },
  });
}
