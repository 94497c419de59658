/** Limits on the calls to one provider. */
export interface ProviderLimits {
  /** Maximum number of concurrent calls, an integer above 0. Default: no limit. */
  concurrency?: number;
  /** Maximum number of calls per minute, evenly spaced, above 0. Default: no limit. */
  requestsPerMinute?: number;
}

/** Limits on providers, shared by all debates that use the limiter. `createLimiter()` creates one. */
export interface Limiter {
  /** Sets a provider's limits. Calls that already wait obey the new limits; `{}` removes them. */
  limit(provider: string, limits: ProviderLimits): void;
}
