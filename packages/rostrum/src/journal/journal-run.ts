import { JournalError } from "../errors.ts";
import type { JournalRun, RunStatus, StoredRun } from "../protocol/journal.ts";
import type { RunSummaryRow } from "../record/index.ts";
import { pickEarlier, pickOutcome } from "./stored-fields.ts";
import { listWords, toStorable } from "./query.ts";
import type { Redactor } from "./redact.ts";
import { writeBody } from "./rows.ts";
import { SummaryKeeper } from "./summary-keeper.ts";
import { removeKeysFromEvent } from "./remove-keys.ts";

/** One change of a run, which a database makes with one statement. */
export type Change =
  | { is: "status"; status: RunStatus }
  | { is: "step_started"; step: string; hash: string; earlier: string | null }
  | { is: "step_finished"; step: string; body: string }
  /** Removes the event with this number and all later ones. */
  | { is: "events_cut"; from: number }
  | { is: "event"; seq: number; body: string }
  /** In the order of the columns in `saveSummary`. */
  | { is: "summary"; columns: (string | number | boolean | null)[] }
  | { is: "released" };

/** A run that this process has claimed. */
export interface Claim {
  /** Number of the run in the database. */
  n: number;
  token: string;
  stored: StoredRun;
}

export interface RunDatabase {
  redactor: Redactor | null;
  /**
   * Resolves when the changes are durable. `list` may be called again if the transaction has to be repeated.
   * `last`: the run is released with them.
   */
  write(list: () => Change[], last: boolean): Promise<void>;
  /** The run is closed; `released` says whether the database knows that. */
  onClose(released: boolean): void;
}

interface EventBatch {
  events: { seq: number; body: string }[];
  written: Promise<void>;
}

/** A run that is open for writing. */
export function createJournalRun(
  stored: StoredRun,
  { redactor, write: writeTo, onClose }: RunDatabase,
): JournalRun {
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

  async function write(list: () => Change[], last = false): Promise<void> {
    if (closed) {
      throw new JournalError(
        "journal_closed",
        `run "${id}": expected an open run, but it was closed: open it again to write to it`,
      );
    }
    wrote = true;
    await writeTo(list, last);
  }

  /** Events that are appended before the batch is written are written, and counted, together. */
  function startBatch(): EventBatch {
    const own: EventBatch = { events: [], written: Promise.resolve() };
    let after = count;
    own.written = write(() => {
      if (batch === own) batch = null;
      if (hole !== null) return [];
      after = count;
      const changes = own.events.flatMap(({ seq, body }): Change[] => {
        const cut: Change[] = seq < after ? [{ is: "events_cut", from: seq }] : [];
        after = seq + 1;
        return [...cut, { is: "event", seq, body }];
      });
      return [...changes, { is: "summary", columns: toColumns(id, keeper.row(), after) }];
    }).then(() => {
      if (hole !== null) throw hole;
      count = after;
    });
    own.written.catch((error: unknown) => (hole ??= error));
    return own;
  }

  return {
    stored,
    async stepStarted(step, hash, cost) {
      const { earlier } = pickEarlier(cost);
      const reopened: Change[] = status === "running" ? [] : [{ is: "status", status: "running" }];
      const started: Change = {
        is: "step_started",
        step,
        // A redacted run keeps no fingerprint: short questions can be guessed from theirs.
        hash: redactor ? "" : hash,
        earlier: earlier ? JSON.stringify(earlier) : null,
      };
      await write(() => [...reopened, started]);
      status = "running";
    },
    async stepFinished(step, outcome) {
      const kept = pickOutcome(outcome);
      const body = writeBody(redactor ? redactor.outcome(kept) : kept);
      await write(() => [{ is: "step_finished", step, body }]);
    },
    async appendEvents(events) {
      for (const event of events) {
        const safe = removeKeysFromEvent(event);
        const kept = redactor ? redactor.event(safe) : safe;
        const body = writeBody(kept);
        batch ??= startBatch();
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
        () => [...(changed ? [{ is: "status", status: ended } as const] : []), { is: "released" }],
        true,
      );
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

function toColumns(
  id: string,
  row: RunSummaryRow,
  events: number,
): (string | number | boolean | null)[] {
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
    listWords(id, row),
    text(row.user),
    text(row.team),
    text(row.panelName),
    text(row.parent),
  ];
}
