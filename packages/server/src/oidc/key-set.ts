import type { JWTVerifyGetKey } from "jose";
import { createDiscovery, fetchJson, unavailable } from "./discovery.ts";

/** After this time, keys are fetched again; the old ones are used until the new ones arrive. */
const FRESH_MS = 10 * 60 * 1000;
/** Time after a fetch before an unknown key may cause another one: anybody can make up key ids. */
const COOLDOWN_MS = 15_000;
/** Time after a failed fetch before the provider is asked again. jose would ask it for every request. */
const RETRY_MS = 2000;

/**
 * The provider's keys. Keys that were fetched stay in use while the provider can't be reached: jose alone would stop
 * accepting them when they are no longer fresh.
 */
export function createKeySet(
  issuer: string,
  jwksUri: string | undefined,
  { createRemoteJWKSet, customFetch }: typeof import("jose"),
): JWTVerifyGetKey {
  const findAddress = createDiscovery(issuer);
  let fetchedAt = -Infinity;
  let triedAt = -Infinity;

  /** Replaces jose's own request, which limits the time but not the size, and follows no configuration. */
  async function fetchKeys(): Promise<Response> {
    if (performance.now() - triedAt < RETRY_MS) throw unavailable();
    triedAt = performance.now();
    const { status, body } = await fetchJson(jwksUri ?? (await findAddress("jwks_uri")));
    if (status !== 200) throw unavailable();
    fetchedAt = performance.now();
    return Response.json(body);
  }

  const keys = createRemoteJWKSet(new URL(jwksUri ?? issuer), {
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: Infinity,
    [customFetch]: fetchKeys,
  });

  return async (header, token) => {
    const now = performance.now();
    if (keys.fresh && now - fetchedAt >= FRESH_MS && now - triedAt >= COOLDOWN_MS)
      keys.reload().catch(() => undefined);
    try {
      return await keys(header, token);
    } catch (error) {
      throw (error as { code?: unknown }).code === "ERR_JWKS_INVALID" ? unavailable() : error;
    }
  };
}
