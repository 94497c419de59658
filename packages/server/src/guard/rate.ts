import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";

const MAX_CLIENTS = 10_000;

/** Limits the requests per minute of each client. Unused requests are saved, up to one minute's worth. */
export function createRate(perMinute: number, now: () => number): (client: string) => number {
  const buckets = new Map<string, { left: number; at: number }>();
  return (client) => {
    const at = now();
    const bucket = buckets.get(client) ?? { left: perMinute, at };
    const tokensLeft = Math.min(perMinute, bucket.left + ((at - bucket.at) * perMinute) / 60_000);
    // The oldest entry is dropped if there are too many, because clients can invent addresses.
    buckets.delete(client);
    const [oldest] = buckets.size >= MAX_CLIENTS ? buckets.keys() : [];
    if (oldest !== undefined) buckets.delete(oldest);
    buckets.set(client, { left: tokensLeft >= 1 ? tokensLeft - 1 : tokensLeft, at });
    return tokensLeft >= 1 ? 0 : Math.ceil(((1 - tokensLeft) * 60) / perMinute);
  };
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
