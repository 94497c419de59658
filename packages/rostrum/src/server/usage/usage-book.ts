import { setImmediate } from "node:timers/promises";
import type { RunStore, RunSummary } from "../../protocol/journal.ts";
import { readRunSpend, type RunSpend } from "./run-spend.ts";
import type { DatedSpend } from "./usage-rows.ts";

/** What the debates of a journal used. */
export interface UsageBook {
  /** Of the debates that were created from `from` until before `to`, in milliseconds since 1970. */
  between(from: number, to: number): Promise<DatedSpend[]>;
}

const PAGE = 1000;
/** Runs whose events are read at once, between which other requests get their turn. */
const BATCH = 32;
/** Runs whose sums are kept in memory. */
const MOST_KEPT = 100_000;

/** Reads the events of a run once for each change of the run, however often it is asked. */
export function createUsageBook(journal: RunStore): UsageBook {
  const kept = new Map<string, { updatedAt: number; spend: RunSpend }>();

  async function spendOf({ id, updatedAt, status }: RunSummary): Promise<RunSpend | null> {
    const before = kept.get(id);
    if (before?.updatedAt === updatedAt) return before.spend;
    const events = await journal.eventsFrom(id, 0);
    // It was deleted in the meantime.
    if (!events) return null;
    const spend = readRunSpend(events);
    if (status === "completed" || status === "failed") {
      kept.delete(id);
      kept.set(id, { updatedAt, spend });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    }
    return spend;
  }

  return {
    async between(from, to) {
      const found: DatedSpend[] = [];
      let before: string | null | undefined;
      do {
        const page = await journal.list({ limit: PAGE, before: before ?? undefined });
        const wanted = page.runs.filter(({ createdAt }) => createdAt >= from && createdAt < to);
        for (let first = 0; first < wanted.length; first += BATCH) {
          const runs = wanted.slice(first, first + BATCH);
          const spends = await Promise.all(runs.map(spendOf));
          runs.forEach(({ createdAt }, index) => {
            const spend = spends[index];
            if (spend) found.push({ ...spend, at: createdAt });
          });
          await setImmediate();
        }
        // Runs come newest first.
        const past = page.runs.at(-1);
        before = past && past.createdAt < from ? null : page.next;
      } while (before !== null);
      return found;
    },
  };
}
