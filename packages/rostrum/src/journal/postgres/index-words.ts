import { setTimeout as delay } from "node:timers/promises";
import { send, type Sql, type Value } from "./driver.ts";
import { gramsOf, MOST_INDEXED } from "./grams.ts";
import type { Statements } from "./statements.ts";

export interface IndexingOptions {
  sql: Sql;
  statements: Statements;
  signal: AbortSignal;
}

/** Runs at a time, between which others get their turn. */
const SOME = 200;
const PAUSE_MS = 20;

/**
 * Indexes finished runs that are not in the index of words: those that an earlier version wrote. A search reads them one
 * by one until then. Several servers share the work. If it fails, the next server goes on with it.
 */
export async function indexOlderRuns({ sql, statements, signal }: IndexingOptions): Promise<void> {
  let last: number | null = 0;
  while (last !== null && !signal.aborted) {
    const values: Value[] = [last, MOST_INDEXED, SOME];
    last = await sql.begin(async (tx): Promise<number | null> => {
      const rows = await send<{ n: number; words: string }>(tx, statements.toIndex, values);
      for (const { n, words } of rows) {
        const grams = wordsToIndex(words);
        if (grams !== null) await send(tx, statements.indexWords, [n, grams]);
      }
      return rows.at(-1)?.n ?? null;
    });
    await delay(PAUSE_MS, undefined, { ref: false });
  }
}

/** The groups of a run's words as `indexWords` takes them; `null`: they are too long. */
export function wordsToIndex(words: string): string | null {
  return gramsOf(words)?.join("\u0001") ?? null;
}
