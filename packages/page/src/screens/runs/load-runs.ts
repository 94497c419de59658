import type { RunPage } from "@rostrum/core/protocol";
import { listRuns, type RunSearch } from "../../api/endpoints.ts";

/** The server's limit. */
const MAX_ROWS_PER_REQUEST = 200;

/** Loads the first runs of a list, with its totals. One list from its start has no gaps, however many runs are new. */
export async function loadRuns(
  query: RunSearch,
  count: number,
  signal: AbortSignal,
): Promise<RunPage> {
  const limit = (loadedCount: number): number =>
    Math.min(count - loadedCount, MAX_ROWS_PER_REQUEST);
  const list = await listRuns({ ...query, totals: true, limit: limit(0) }, signal);
  while (list.next !== null && list.runs.length < count) {
    const page = await listRuns(
      { ...query, before: list.next, limit: limit(list.runs.length) },
      signal,
    );
    list.runs.push(...page.runs);
    list.next = page.next;
  }
  return list;
}
