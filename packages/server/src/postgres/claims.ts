import type { RunInputs, StoredRun } from "@rostrum/core/protocol";
import {
  type ClaimedRun,
  listSearchWords,
  readRun,
  redactedError,
  type Redactor,
  type RunRow,
  type StepRow,
} from "@rostrum/runtime/sql-journal";
import { send, type Sender } from "./driver.ts";
import type { PostgresSession } from "./session.ts";
import type { PostgresStatements } from "./statements.ts";

interface WholeRow extends RunRow {
  all_steps: StepRow[] | null;
  all_events: { body: string }[] | null;
}

/** Another process owns the run. */
export interface HeldElsewhere {
  holder: string;
}

export interface LeaseState {
  token: string;
  name: string | null;
  free: boolean;
}

/** A run that a process wants to own. */
export interface Claiming {
  id: string;
  inputs: RunInputs;
  /** True if the present owner is known to be gone. */
  takeOver: boolean;
  statements: PostgresStatements;
  redactor: Redactor | null;
}

/** Claims a run: a new one in one statement, an existing one in a transaction that locks out other processes. */
export async function claimRun(
  claiming: Claiming,
  opened: PostgresSession,
): Promise<ClaimedRun | HeldElsewhere> {
  const { ownership } = opened;
  const token = ownership.newToken();
  await ownership.alive();
  try {
    return await claimAs(token, claiming, opened);
  } catch (error) {
    // A claim whose reply was lost may be in the database.
    ownership.abandon(token);
    throw error;
  }
}

async function claimAs(
  token: string,
  { id, inputs, takeOver, statements, redactor }: Claiming,
  { readers, ownership }: PostgresSession,
): Promise<ClaimedRun | HeldElsewhere> {
  // A redacted run stores no fingerprint either: short questions can be guessed from it.
  const storedInputs = JSON.stringify(redactor ? {} : inputs);
  const values = [id, storedInputs, redactor !== null, token, ownership.owner, listSearchWords(id)];
  const [added] = await send<{ n: number }>(readers, statements.addRun, values);
  if (added) {
    const stored: StoredRun = { id, inputs, status: "running", steps: new Map(), events: [] };
    return { n: added.n, token, stored };
  }
  return readers.begin(async (tx) => {
    const [row] = await send<Pick<RunRow, "n" | "redacted">>(tx, statements.runToTake, [id]);
    // Removed in between: the next try creates it again.
    if (!row) return { holder: "another process" };
    if (row.redacted) throw redactedError(id);
    const [lease] = await send<LeaseState>(tx, statements.lease, [row.n]);
    const isFree = !lease || lease.free || ownership.isAbandoned(lease.token);
    if (!isFree && !takeOver) return { holder: lease.name ?? "another process" };
    // An existing lease is locked; without one, another process may be adding it now.
    const leaseStatement = lease ? statements.takeLease : statements.addLease;
    const [newLease] = await send(tx, leaseStatement, [row.n, token, ownership.owner]);
    if (!newLease) return { holder: "another process" };
    if (redactor) await send(tx, statements.markRedacted, [row.n]);
    // Read last, because another process may have written until we got the lease.
    const stored = await loadRun(tx, statements, id);
    return stored ? { n: row.n, token, stored } : { holder: "another process" };
  });
}

/** Reads a run with all its steps and events, as of one moment. */
export async function loadRun(
  on: Sender,
  statements: PostgresStatements,
  id: string,
): Promise<StoredRun | undefined> {
  const [row] = await send<WholeRow>(on, statements.whole, [id]);
  return row && readRun(row, row.all_steps ?? [], row.all_events ?? []);
}
