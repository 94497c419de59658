import { ConfigError } from "../../errors.ts";
import type { ServiceStore } from "../../protocol/service-store.ts";

/** How long things are kept. */
export interface KeepOptions {
  /** Days after which finished debates are deleted. Debates that run or wait are never deleted. Default: they are kept. */
  days?: number;
  /** Days after which acts in the audit are deleted. Default: they are kept. */
  auditDays?: number;
}

export interface Retention {
  /** Deletes what is too old, now and from then on. */
  start(): void;
  stop(): void;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export function checkKeep(keep: KeepOptions): void {
  for (const [key, value] of Object.entries(keep)) {
    if (key !== "days" && key !== "auditDays") {
      throw new ConfigError(`keep.${key}`, "there is no such option, only days and auditDays");
    }
    if (typeof value === "number" && Number.isFinite(value) && value > 0) continue;
    throw new ConfigError(`keep.${key}`, `expected a number of days above 0, got ${String(value)}`);
  }
}

export function createRetention(
  { days, auditDays }: KeepOptions,
  store: ServiceStore,
  log: (line: string) => void,
): Retention {
  let timer: NodeJS.Timeout | undefined;

  async function clean(): Promise<void> {
    const now = Date.now();
    if (days !== undefined) {
      const removed = await store.expire(now - days * DAY_MS);
      if (removed > 0) log(`debates older than ${days} days were deleted: ${removed}`);
    }
    if (auditDays !== undefined) {
      const removed = await store.pruneActs(now - auditDays * DAY_MS);
      if (removed > 0)
        log(`acts of the audit older than ${auditDays} days were deleted: ${removed}`);
    }
  }

  const soon = (): void => {
    clean().catch(() => log("what is too old could not be deleted; it is tried again in an hour"));
  };

  return {
    start() {
      if (timer !== undefined || (days === undefined && auditDays === undefined)) return;
      timer = setInterval(soon, HOUR_MS);
      timer.unref();
      soon();
    },
    stop() {
      clearInterval(timer);
    },
  };
}
