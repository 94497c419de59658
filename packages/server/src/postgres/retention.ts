import { askSql, removeRun, type SqlScript } from "@rostrum/runtime/sql-journal";
import { runScript, send } from "./driver.ts";
import type { PostgresSession } from "./session.ts";
import type { PostgresStatements } from "./statements.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Returns a function that removes runs older than this, at most once an hour. `null`: runs are kept. */
export function createRetention(
  statements: PostgresStatements,
  retentionMs: number | null,
): (opened: PostgresSession) => Promise<void> {
  let prunedAt = -Infinity;

  // In batches. A failure must not prevent reading: it is tried again in an hour.
  return async function retain({ readers }: PostgresSession): Promise<void> {
    if (retentionMs === null || Date.now() - prunedAt < HOUR_MS) return;
    prunedAt = Date.now();
    const olderThan = prunedAt - retentionMs;
    for (let removedCount = 1; removedCount > 0;) {
      const removing = readers.begin((tx) =>
        runScript(tx, removeSome(statements, statements.oldRuns, olderThan)),
      );
      removedCount = (await removing.catch(() => [])).length;
    }
    await send(readers, statements.forgetOwners).catch(() => []);
  };
}

/** Removes a batch of the runs that a statement finds. Returns their ids. */
export function* removeSome(
  statements: PostgresStatements,
  find: string,
  olderThan: number,
): SqlScript<string[]> {
  const rows = yield* askSql<{ n: number; id: string }>(find, [olderThan]);
  for (const { n, id } of rows) {
    yield* removeRun(statements, n);
    // Reservations stay for a run that a process may still continue.
    if (find === statements.oldFinishedRuns) yield [statements.release, [id]];
  }
  return rows.map(({ id }) => id);
}
