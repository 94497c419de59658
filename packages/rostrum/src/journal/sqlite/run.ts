import { JournalError } from "../../errors.ts";
import type { JournalRun, StoredRun } from "../../protocol/journal.ts";
import { earlierOf, keptOutcome } from "../kept.ts";
import type { RunSummaryRow } from "../../record/index.ts";
import type { Redactor } from "../redact.ts";
import { SummaryKeeper } from "../summary-keeper.ts";
import { listWords } from "../query.ts";
import { eventWithoutKeys } from "../without-keys.ts";
import { writeBody } from "../rows.ts";
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

export interface Claim {
  /** Number of the run in the file. */
  n: number;
  token: string;
  stored: StoredRun;
}

interface EventBatch {
  events: { seq: number; body: string }[];
  written: Promise<void>;
}

/** A run that is open for writing. `onClose` is called when it is released. */
export function heldRun(
  shared: Shared,
  { n, token, stored }: Claim,
  onClose: () => void,
): JournalRun {
  const { statements, commits, leases, redactor, now } = shared;
  const { id } = stored;
  const keeper = SummaryKeeper.from(stored.events);
  let batch: EventBatch | null = null;
  let { status } = stored;
  let wrote = false;
  let closed = false;
  /** How many events are stored. */
  let count = stored.events.length;
  /** An event that could not be written. None may follow it, or the log would have a gap. */
  let hole: unknown = null;

  async function write(work: () => void): Promise<void> {
    if (closed) {
      throw new JournalError(
        "journal_closed",
        `run "${id}": expected an open run, but it was closed: open it again to write to it`,
      );
    }
    wrote = true;
    await commits.write(() => {
      leases.check(n, token, id);
      work();
    });
  }

  /** What is emitted in one tick is written, and counted, in one go. */
  function appendWhenFlushed(): EventBatch {
    const events: EventBatch["events"] = [];
    const written = write(() => {
      batch = null;
      if (hole !== null) throw hole;
      for (const { seq, body } of events) {
        if (seq < count) statements.cutEvents.run(n, seq);
        statements.addEvent.run(n, seq, body);
        count = seq + 1;
      }
      statements.saveSummary.run(...toColumns(id, keeper.row()), now(), n);
    });
    written.catch((error: unknown) => (hole ??= error));
    return { events, written };
  }

  return {
    stored,
    async stepStarted(stepId, hash, cost) {
      const { earlier } = earlierOf(cost);
      const spent = earlier ? JSON.stringify(earlier) : null;
      await write(() => {
        if (status !== "running") statements.saveStatus.run("running", now(), n);
        statements.startStep.run(n, stepId, redactor ? "" : hash, now(), spent);
      });
      status = "running";
    },
    async stepFinished(stepId, outcome) {
      const kept = keptOutcome(outcome);
      const body = writeBody(redactor ? redactor.outcome(kept) : kept);
      await write(() => void statements.finishStep.run(n, stepId, now(), now(), body));
    },
    async appendEvents(events) {
      for (const event of events) {
        const safe = eventWithoutKeys(event);
        const kept = redactor ? redactor.event(safe) : safe;
        const body = writeBody(kept);
        batch ??= appendWhenFlushed();
        batch.events.push({ seq: event.seq, body });
        keeper.apply(kept);
      }
      await batch?.written;
    },
    async close(wanted) {
      if (closed) return;
      // A log that lacks its end belongs to a run that is not over.
      const ended = hole === null ? wanted : "running";
      const changed = wrote || ended !== status;
      const done = write(() => {
        if (changed) statements.saveStatus.run(ended, now(), n);
        leases.drop(token);
      });
      closed = true;
      try {
        await done;
      } catch (error) {
        leases.abandon(token);
        throw error;
      } finally {
        leases.release();
        onClose();
      }
    },
  };
}

/** In the order of the columns in `saveSummary`. */
function toColumns(id: string, row: RunSummaryRow): (string | number | null)[] {
  return [
    row.question,
    row.answer,
    row.stopReason,
    row.agreement,
    Number(row.escalated),
    Number(row.degraded),
    Number(row.waiting),
    Number(row.stopped ?? false),
    row.calls,
    row.costUsd,
    row.atLeastUsd,
    JSON.stringify(row.panel),
    row.user ?? null,
    row.team ?? null,
    row.panelName ?? null,
    row.parent ?? null,
    listWords(id, row),
  ];
}
