import type { ServiceStore } from "../../protocol/service-store.ts";

/** How long things are kept. */
export interface KeepOptions {
  /** Days after which finished debates are deleted. Debates that run or wait are never deleted. Default: never. */
  days?: number;
  /** Days after which rows of the audit log are deleted. Default: never. */
  auditDays?: number;
}

export interface Retention {
  /** Deletes old data now and then every hour. */
  start(): void;
  stop(): void;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

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
      if (removed > 0) log(`deleted debates older than ${days} days: ${removed}`);
    }
    if (auditDays !== undefined) {
      const removed = await store.pruneActs(now - auditDays * DAY_MS);
      if (removed > 0)
        log(`deleted rows of the audit log older than ${auditDays} days: ${removed}`);
    }
  }

  const soon = (): void => {
    clean().catch(() => log("could not delete old debates or audit rows; trying again in an hour"));
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
