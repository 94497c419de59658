import type { JournalRun, StoredRun } from "@rostrum/core/protocol";
import type { RunSummaryRow } from "@rostrum/core/record";
import { closedRunError } from "../faults.ts";
import { pickEarlier, pickOutcome } from "../stored-fields.ts";
import { listSearchWords, toStorable } from "../query.ts";
import type { Redactor } from "../redact.ts";
import { writeBody, writeSummaryDetails } from "../rows.ts";
import { SummaryKeeper } from "../summary-keeper.ts";
import { removeKeysFromEvent } from "../remove-keys.ts";
import { splitPrompt, type SplitPrompt } from "./prompt-parts.ts";
import type { Query, SqlValue } from "./script.ts";
import type { RunStatements } from "./statements.ts";

/** A run that this process has claimed. */
export interface ClaimedRun {
  /** Number of the run in the database. */
  n: number;
  token: string;
  stored: StoredRun;
}

export interface RunDatabase {
  statements: RunStatements;
  redactor: Redactor | null;
  /**
   * Resolves when the changes are durable. `list` may be called again if the transaction has to be repeated.
   * `last`: the run is released with them.
   */
  write(list: () => Query[], last: boolean): Promise<void>;
  /** The run is closed; `released` says whether the database knows that. */
  onClose(released: boolean): void;
}

interface EventBatch {
  events: { seq: number; body: string }[];
  written: Promise<void>;
}

/** A run that is open for writing. */
export function createJournalRun(
  { n, token, stored }: ClaimedRun,
  { statements: sql, redactor, write: writeTo, onClose }: RunDatabase,
): JournalRun {
  const { id } = stored;
  const keeper = SummaryKeeper.from(stored.events);
  let batch: EventBatch | null = null;
  let { status } = stored;
  let wrote = false;
  let closed = false;
  let count = stored.events.length;
  let hasAppended = false;
  /** Why an event could not be written. No event may follow it, or the log would have a gap. */
  let firstWriteError: unknown = null;

  /** Hashes of the parts of prompts that this process has stored. */
  const storedParts = new Set<string>();

  function listNewParts(prompt: SplitPrompt | null): [hash: string, body: string][] {
    return prompt?.parts.filter(([part]) => !storedParts.has(part)) ?? [];
  }

  /** Marks a run as running that had ended and goes on. */
  function reopen(): Query[] {
    return status === "running" ? [] : [[sql.saveStatus, [n, "running"]]];
  }

  async function write(list: () => Query[], last = false): Promise<void> {
    if (closed) throw closedRunError(id);
    wrote = true;
    await writeTo(list, last);
  }

  /** Events that are appended before the batch is written are written, and counted, together. */
  function startBatch(): EventBatch {
    const ownBatch: EventBatch = { events: [], written: Promise.resolve() };
    let after = count;
    ownBatch.written = write(() => {
      if (batch === ownBatch) batch = null;
      if (firstWriteError !== null) return [];
      after = count;
      const changes = ownBatch.events.flatMap(({ seq, body }): Query[] => {
        // An event that comes again replaces the earlier one and all after it.
        const cut: Query[] = seq < after ? [[sql.cutEvents, [n, seq]]] : [];
        after = seq + 1;
        return [...cut, [sql.addEvent, [n, seq, body]]];
      });
      // A completed run stays completed when events are added.
      const reopened = status === "completed" ? [] : reopen();
      const summary: Query = [sql.saveSummary, [n, ...toColumns(id, keeper.row(), after)]];
      return [...reopened, ...changes, summary];
    }).then(() => {
      if (firstWriteError !== null) throw firstWriteError;
      count = after;
      hasAppended = true;
      if (status === "failed") status = "running";
    });
    ownBatch.written.catch((error: unknown) => (firstWriteError ??= error));
    return ownBatch;
  }

  return {
    stored,
    async stepStarted(step, hash, cost, prompt) {
      const { earlier } = pickEarlier(cost);
      // A redacted run keeps no fingerprint: short questions can be guessed from theirs.
      const storedHash = redactor ? "" : hash;
      const before = earlier ? JSON.stringify(earlier) : null;
      const storedPrompt = prompt && !redactor ? splitPrompt(prompt) : null;
      await write(() => [
        ...reopen(),
        ...listNewParts(storedPrompt).map(([part, body]): Query => [
          sql.addPromptPart,
          [n, part, body],
        ]),
        [sql.startStep, [n, step, storedHash, before, storedPrompt && storedPrompt.summary]],
      ]);
      for (const [part] of storedPrompt?.parts ?? []) storedParts.add(part);
      status = "running";
    },
    async stepFinished(step, outcome) {
      const storedOutcome = pickOutcome(outcome);
      const body = writeBody(redactor ? redactor.outcome(storedOutcome) : storedOutcome);
      await write(() => [[sql.finishStep, [n, step, body]]]);
    },
    async appendEvents(events) {
      for (const event of events) {
        const safe = removeKeysFromEvent(event);
        const storedEvent = redactor ? redactor.event(safe) : safe;
        const body = writeBody(storedEvent);
        batch ??= startBatch();
        batch.events.push({ seq: event.seq, body });
        keeper.apply(storedEvent);
      }
      await batch?.written;
    },
    async close(finalStatus) {
      if (closed) return;
      // If a write failed, the log lacks its end, so the run isn't over. If nothing was added, its status stays.
      const cutOffStatus = hasAppended ? "running" : status;
      const savedStatus = firstWriteError === null ? finalStatus : cutOffStatus;
      const saved: Query[] =
        wrote || savedStatus !== status ? [[sql.saveStatus, [n, savedStatus]]] : [];
      const done = write(() => [...saved, [sql.dropLease, [token]]], true);
      closed = true;
      let released = false;
      try {
        await done;
        released = true;
      } finally {
        onClose(released);
      }
    },
  };
}

/** In the order of the columns in `saveSummary`. */
function toColumns(id: string, row: RunSummaryRow, events: number): SqlValue[] {
  const text = (value: string | null | undefined): string | null =>
    value === undefined || value === null ? null : toStorable(value);
  return [
    text(row.question),
    text(row.answer),
    text(row.stopReason),
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
    listSearchWords(id, row),
    text(row.user),
    text(row.team),
    text(row.panelName),
    text(row.parent),
    text(row.project),
    text(writeSummaryDetails(row)),
  ];
}
