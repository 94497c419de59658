import type { createLocalJWKSet, JSONWebKeySet, JWTVerifyGetKey } from "jose";
import { HttpError } from "../http-error.ts";
import { discovery, providerJson } from "./discovery.ts";

export interface KeySetOptions {
  issuer: string;
  jwksUri: string | undefined;
  createLocalJWKSet: typeof createLocalJWKSet;
  /** Milliseconds on a clock that is never set back. */
  now?(): number;
  fetch?: typeof fetch;
}

/** After this time, keys are fetched again; the old ones are used until the new ones arrive. */
const FRESH_MS = 10 * 60 * 1000;
/** How long after a fetch an unknown key may cause another one: anybody can make up key ids. */
const COOLDOWN_MS = 15_000;
/** How long after a failed fetch the provider is asked again, while there are no keys at all. */
const RETRY_MS = 2000;

/**
 * The provider's keys. Keys that were fetched stay in use while the provider can't be reached. An
 * unknown key makes the server fetch them again, but not often.
 */
export function createKeySet(options: KeySetOptions): JWTVerifyGetKey {
  const {
    issuer,
    createLocalJWKSet: localSet,
    now = () => performance.now(),
    fetch: get = fetch,
  } = options;
  let keys: JWTVerifyGetKey | null = null;
  let fetchedAt = -Infinity;
  let triedAt = -Infinity;
  let failure: string | null = null;
  let fetching: Promise<void> | null = null;

  async function load(): Promise<void> {
    triedAt = now();
    try {
      const uri = options.jwksUri ?? (await discovery(issuer, get)("jwks_uri"));
      keys = localSet((await json(uri)) as JSONWebKeySet);
      fetchedAt = now();
      failure = null;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
  }

  function refresh(): Promise<void> {
    fetching ??= load().finally(() => {
      fetching = null;
    });
    return fetching;
  }

  async function json(address: string): Promise<unknown> {
    const { status, body } = await providerJson(get, address);
    if (status !== 200) throw new Error(`it answered with ${status}`);
    return body;
  }

  return async (header, token) => {
    if (keys === null && now() - triedAt >= RETRY_MS) await refresh();
    else if (keys === null) await fetching;
    if (keys === null) throw unavailable();
    if (now() - fetchedAt >= FRESH_MS && now() - triedAt >= COOLDOWN_MS) void refresh();
    try {
      return await keys(header, token);
    } catch (error) {
      if ((error as { code?: unknown }).code !== "ERR_JWKS_NO_MATCHING_KEY") throw error;
      const recent = now() - triedAt < COOLDOWN_MS;
      if (!recent) await refresh();
      else await fetching;
      // The key may be new, which can't be checked while the provider can't be reached.
      if (failure !== null) throw unavailable();
      return keys(header, token);
    }
  };

  function unavailable(): HttpError {
    return new HttpError(
      503,
      "identity_provider_unavailable",
      "the identity provider's keys can't be fetched, so tokens can't be checked now: try again soon",
      { retryAfter: 5 },
    );
  }
}
