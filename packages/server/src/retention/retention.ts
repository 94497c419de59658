import type { Log } from "../log.ts";
import type { ServiceStore } from "@rostrum/runtime/journal";
import { formatCause } from "../format-cause.ts";

/** Retention of stored data. */
export interface KeepOptions {
  /** Days after which finished debates are deleted. Debates that run or wait are never deleted. Default: never. */
  days?: number;
  /** Days after which rows of the audit log are deleted. Default: never. */
  auditDays?: number;
}

export interface Retention {
  /** Deletes old data now and every hour. */
  start(): void;
  stop(): void;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export function createRetention(
  { days, auditDays }: KeepOptions,
  store: ServiceStore,
  log: Log,
): Retention {
  let timer: NodeJS.Timeout | undefined;

  async function deleteOld(): Promise<void> {
    for (const [label, retentionDays, remove] of [
      ["debates", days, (moment: number) => store.expire(moment)],
      ["rows of the audit log", auditDays, (moment: number) => store.pruneActs(moment)],
    ] as const) {
      if (retentionDays === undefined) continue;
      const what = `${label} older than ${retentionDays} days`;
      try {
        const removed = await remove(Date.now() - retentionDays * DAY_MS);
        if (removed > 0) log(`deleted ${what}: ${removed}`);
      } catch (error) {
        log(`could not delete ${what}, next attempt in an hour: ${formatCause(error)}`, {
          level: "error",
        });
      }
    }
  }

  return {
    start() {
      if (timer !== undefined || (days === undefined && auditDays === undefined)) return;
      timer = setInterval(() => void deleteOld(), HOUR_MS);
      timer.unref();
      void deleteOld();
    },
    stop() {
      clearInterval(timer);
    },
  };
}
