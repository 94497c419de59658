import { JournalError } from "../../errors.ts";
import type { JournalRun, StoredRun } from "../../protocol/journal.ts";
import { earlierOf, keptOutcome } from "../kept.ts";
import type { RunSummaryRow } from "../../record/index.ts";
import type { Redactor } from "../redact.ts";
import { writeBody } from "../rows.ts";
import { SummaryKeeper } from "../summary-keeper.ts";
import { eventWithoutKeys } from "../without-keys.ts";
import type { Value } from "./driver.ts";
import { listWords, toStorable } from "../query.ts";
import type { Statements } from "./statements.ts";
import type { Write, Writer } from "./writer.ts";

/** What the runs of one journal share. */
export interface Shared {
  statements: Statements;
  writer: Writer;
  redactor: Redactor | null;
}

export interface Claim {
  /** Number of the run in the database. */
  n: number;
  token: string;
  stored: StoredRun;
}

interface EventBatch {
  events: { seq: number; body: string }[];
  written: Promise<void>;
}

/** A run held for writing. `onClose` is told when it is given up, and whether the database knows. */
export function heldRun(
  { statements, writer, redactor }: Shared,
  { n, token, stored }: Claim,
  onClose: (told: boolean) => void,
): JournalRun {
  const { id } = stored;
  const keeper = SummaryKeeper.from(stored.events);
  let batch: EventBatch | null = null;
  let { status } = stored;
  let wrote = false;
  let closed = false;
  /** How many events are stored. */
  let count = stored.events.length;
  /** An event that could not be written: none may follow it, or the log would have a hole. */
  let hole: unknown = null;

  async function write(make: Write["statements"], last = false): Promise<void> {
    if (closed) {
      throw new JournalError(
        "journal_closed",
        `run "${id}": expected an open run, but it was closed: open it again to write to it`,
      );
    }
    wrote = true;
    await writer.write({ run: n, id, token, statements: make, last });
  }

  /** What is emitted before it is sent is written, and counted, in one go. */
  function appendWhenSent(): EventBatch {
    const own: EventBatch = { events: [], written: Promise.resolve() };
    let after = count;
    own.written = write(() => {
      if (batch === own) batch = null;
      if (hole !== null) return [];
      after = count;
      const sent = own.events.flatMap(({ seq, body }) => {
        const cut: [string, Value[]][] = seq < after ? [[statements.cutEvents, [n, seq]]] : [];
        after = seq + 1;
        return [...cut, [statements.addEvent, [n, seq, body]] as [string, Value[]]];
      });
      return [...sent, [statements.saveSummary, [n, ...toColumns(id, keeper.row(), after)]]];
    }).then(() => {
      if (hole !== null) throw hole;
      count = after;
    });
    own.written.catch((error: unknown) => (hole ??= error));
    return own;
  }

  return {
    stored,
    async stepStarted(stepId, hash, cost) {
      const { earlier } = earlierOf(cost);
      const spent = earlier ? JSON.stringify(earlier) : null;
      const reopen: [string, Value[]][] =
        status === "running" ? [] : [[statements.saveStatus, [n, "running"]]];
      await write(() => [
        ...reopen,
        [statements.startStep, [n, stepId, redactor ? "" : hash, spent]],
      ]);
      status = "running";
    },
    async stepFinished(stepId, outcome) {
      const kept = keptOutcome(outcome);
      const body = writeBody(redactor ? redactor.outcome(kept) : kept);
      await write(() => [[statements.finishStep, [n, stepId, body]]]);
    },
    async appendEvents(events) {
      for (const event of events) {
        const safe = eventWithoutKeys(event);
        const kept = redactor ? redactor.event(safe) : safe;
        const body = writeBody(kept);
        batch ??= appendWhenSent();
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
      const done = write(
        () => [
          ...(changed ? [[statements.saveStatus, [n, ended]] as [string, Value[]]] : []),
          [statements.dropLease, [token]],
        ],
        true,
      );
      closed = true;
      let told = false;
      try {
        await done;
        told = true;
      } finally {
        onClose(told);
      }
    },
  };
}

/** In the order of the columns in `saveSummary`. */
function toColumns(id: string, row: RunSummaryRow, events: number): Value[] {
  const question = toStorable(row.question);
  const answer = row.answer === null ? null : toStorable(row.answer);
  return [
    question,
    answer,
    row.stopReason === null ? null : toStorable(row.stopReason),
    row.agreement,
    row.escalated,
    row.degraded,
    row.waiting,
    row.stopped ?? false,
    row.calls,
    row.costUsd,
    row.atLeastUsd,
    JSON.stringify(row.panel),
    events,
    listWords(id, row),
    row.user === undefined ? null : toStorable(row.user),
    row.team === undefined ? null : toStorable(row.team),
    row.panelName === undefined ? null : toStorable(row.panelName),
    row.parent === undefined ? null : toStorable(row.parent),
  ];
}
