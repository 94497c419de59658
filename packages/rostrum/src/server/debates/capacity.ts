import { HttpError } from "../http-error.ts";
import type { LiveDebate } from "./live-debate.ts";

export interface CapacityLimits {
  /** Debates that may run at once. Those that wait for a person don't count. */
  debates: number;
  /** The same for one user. */
  debatesPerUser: number;
}

/** Refuses a debate above the limits, before it costs anything. */
export function checkCapacity(
  live: Iterable<LiveDebate>,
  user: string | null,
  limits: CapacityLimits,
): void {
  const running = [...live].filter(({ waiting, over }) => !waiting && !over);
  const own = running.filter((debate) => user !== null && debate.user === user);
  const full =
    running.length >= limits.debates
      ? `${limits.debates} debates are running, which is the most that may run at once`
      : own.length >= limits.debatesPerUser
        ? `${limits.debatesPerUser} of your debates are running, which is the most that may run at once`
        : null;
  if (full !== null) throw new HttpError(429, "too_many_debates", full, { retryAfter: 5 });
}
