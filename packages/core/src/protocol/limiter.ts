/** How many calls may be made to one provider. */
export interface ProviderLimits {
  /** Calls in flight at once, a whole number above 0. Default: no limit. */
  concurrency?: number;
  /** Calls begun in a minute, evenly spaced, above 0. Default: no limit. */
  requestsPerMinute?: number;
}

/** Limits on providers, shared by all debates that use it. `createLimiter()` makes one. */
export interface Limiter {
  /** Sets a provider's limits. Calls that are already waiting obey the new limits; `{}` removes them. */
  limit(provider: string, limits: ProviderLimits): void;
}
