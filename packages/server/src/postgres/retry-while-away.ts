import { setTimeout as delay } from "node:timers/promises";
import { isAway, isClash } from "./fault.ts";
import type { Outage } from "./outage.ts";

export interface RetryOptions {
  outage: Outage;
  retryMs: number;
  maxPauseMs: number;
}

const FIRST_PAUSE_MS = 20;

/**
 * Retries work while the database is away or transactions conflict. A try may have taken effect although it failed, so the
 * work must be repeatable: reads, writes that set values, or a transaction of `createTransaction`.
 */
export async function retryWhileAway<T>(
  work: (isRepeated: boolean) => Promise<T>,
  { outage, retryMs, maxPauseMs }: RetryOptions,
): Promise<T> {
  const startedAt = performance.now();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, maxPauseMs)) {
    try {
      const result = await work(pause > FIRST_PAUSE_MS);
      outage.end();
      return result;
    } catch (error) {
      const away = isAway(error);
      const waited = away ? outage.noteAway() : performance.now() - startedAt;
      if ((!away && !isClash(error)) || waited + pause > retryMs) throw error;
    }
    await delay(pause);
  }
}
