import { setImmediate } from "node:timers/promises";
import { formatModelName } from "@rostrum/core/export";
import type { ModelUsage, RunSummary } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { sumByModel } from "@rostrum/core/record";

/** Usage of one debate, even if it was deleted. */
export interface RunUsage {
  run: Pick<RunSummary, "createdAt" | "user" | "team" | "project" | "panelName">;
  models: readonly ModelUsage[];
}

/** Reads the usage of debates created from `from` until before `to`; `user`: only those of this user. */
export type ReadUsage = (range: {
  from: number;
  to: number;
  user: string | undefined;
}) => Promise<RunUsage[]>;

const PAGE_SIZE = 1000;
/** Runs whose events are read at once. Other requests get their turn between batches. */
const BATCH_SIZE = 32;
/** Runs whose sums are cached. */
const MAX_CACHED_RUNS = 100_000;

/** Creates a reader that reads the events of a run only after the run has changed. */
export function createUsageBook(journal: RunStore): ReadUsage {
  const usageCache = new Map<string, { updatedAt: number; models: readonly ModelUsage[] }>();

  async function readRun(run: RunSummary): Promise<RunUsage[]> {
    const { id, updatedAt, status } = run;
    const cached = usageCache.get(id);
    if (cached?.updatedAt === updatedAt) return [{ run, models: cached.models }];
    const events = await journal.eventsFrom(id, 0);
    // The run was deleted in the meantime.
    if (!events) return [];
    const models = sumByModel(events).map(removeAddress);
    if (status === "completed" || status === "failed") {
      usageCache.delete(id);
      usageCache.set(id, { updatedAt, models });
      const [oldest] = usageCache.keys();
      if (usageCache.size > MAX_CACHED_RUNS && oldest !== undefined) usageCache.delete(oldest);
    }
    return [{ run, models }];
  }

  return async (range) => {
    const storedRuns: RunUsage[] = [];
    let nextPage: string | undefined;
    do {
      const { runs, next } = await journal.list({ ...range, limit: PAGE_SIZE, before: nextPage });
      for (let first = 0; first < runs.length; first += BATCH_SIZE) {
        const batch = await Promise.all(runs.slice(first, first + BATCH_SIZE).map(readRun));
        storedRuns.push(...batch.flat());
        await setImmediate();
      }
      nextPage = next ?? undefined;
    } while (nextPage !== undefined);
    const removed = (await journal.removedRuns?.(range)) ?? [];
    const removedRuns = removed.map((run) => ({ run, models: run.models.map(removeAddress) }));
    return [...storedRuns, ...removedRuns];
  };
}

/** Removes addresses, which are part of some model ids. */
function removeAddress(used: ModelUsage): ModelUsage {
  return { ...used, model: used.model && formatModelName(used.model) };
}
