import { isLocked } from "./fault.ts";

const FIRST_PAUSE_MS = 1;
const MAX_PAUSE_MS = 50;

/** How long to wait before the next try, given the pause before. */
export function nextPause(before: number): number {
  return before === 0 ? FIRST_PAUSE_MS : Math.min(before * 2, MAX_PAUSE_MS);
}

/**
 * Retries what SQLite refuses while another process has locked the file, until it succeeds. SQLite's own
 * busy timeout would block this thread.
 */
export async function retryWhileLocked<T>(work: () => T, patienceMs: number): Promise<T> {
  let pause = 0;
  for (let waited = 0; ; waited += pause) {
    try {
      return work();
    } catch (error) {
      if (!isLocked(error) || waited >= patienceMs) throw error;
    }
    pause = nextPause(pause);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
