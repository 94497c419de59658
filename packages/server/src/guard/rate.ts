import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";

const MAX_CLIENTS = 10_000;
const MINUTE_MS = 60_000;

/** Requests that a client had left at a time, by client, in the order of their last request. */
type Buckets = Map<string, { left: number; at: number }>;

/**
 * Limits the requests per minute of each client. Unused requests are saved, up to one minute's worth. Clients can
 * invent addresses, so only so many are remembered; those that have no request left are forgotten last.
 */
export function createRate(perMinute: number, now: () => number): (client: string) => number {
  const usedUp: Buckets = new Map();
  const others: Buckets = new Map();
  return (client) => {
    const at = now();
    const bucket = usedUp.get(client) ?? others.get(client) ?? { left: perMinute, at };
    const earned = ((at - bucket.at) * perMinute) / MINUTE_MS;
    const tokensLeft = Math.min(perMinute, bucket.left + earned);
    const left = tokensLeft >= 1 ? tokensLeft - 1 : tokensLeft;
    for (const buckets of [usedUp, others]) {
      buckets.delete(client);
      forgetFull(buckets, at);
    }
    if (usedUp.size + others.size >= MAX_CLIENTS) forgetOldest(others.size > 0 ? others : usedUp);
    (left < 1 ? usedUp : others).set(client, { left, at });
    return tokensLeft >= 1 ? 0 : Math.ceil(((1 - tokensLeft) * 60) / perMinute);
  };
}

/** A bucket is full again after a minute, like that of a new client. */
function forgetFull(buckets: Buckets, now: number): void {
  for (const [client, { at }] of buckets) {
    if (now - at < MINUTE_MS) return;
    buckets.delete(client);
  }
}

function forgetOldest(buckets: Buckets): void {
  const [oldest] = buckets.keys();
  if (oldest !== undefined) buckets.delete(oldest);
}

/** A client is a user, or an address if there are no tokens. */
export function limitRate(perMinute: number): MiddlewareHandler<AppEnv> {
  // Not the time of day: a clock that is set back would lock every client out.
  const wait = createRate(perMinute, () => performance.now());
  return async (c, next) => {
    const user = c.get("user") as AppEnv["Variables"]["user"] | undefined;
    const seconds = wait(user?.name ? `user ${user.name}` : c.get("via").address);
    if (seconds > 0) {
      const message = `expected at most ${perMinute} requests per minute`;
      throw new HttpError(429, "rate_limited", message, { retryAfter: seconds });
    }
    await next();
  };
}
