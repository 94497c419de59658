/** How many calls one provider may get. */
export interface ProviderLimits {
  /** Calls in flight at once, a whole number above 0. Default: no limit. */
  concurrency?: number;
  /** Calls begun in a minute, evenly spaced, above 0. Default: no limit. */
  requestsPerMinute?: number;
}

/** Limits on providers, for all debates that are given it. `createLimiter()` makes one. */
export interface Limiter {
  /** Sets a provider's limits. Calls that wait already obey the new limits; `{}` lifts them. */
  limit(provider: string, limits: ProviderLimits): void;
}
