import { limitBody } from "@rostrum/runtime/models";
import { HttpError } from "../http-error.ts";

const TIMEOUT_MS = 5000;
const MAX_BODY_BYTES = 512 * 1024;

type Named = "jwks_uri" | "authorization_endpoint" | "token_endpoint";

/** Finds addresses in the provider's configuration, which is fetched again until that succeeds. */
export function createDiscovery(issuer: string): (name: Named) => Promise<string> {
  let fetching: Promise<Record<string, unknown>> | null = null;
  return async (name) => {
    fetching ??= fetchConfiguration(issuer);
    const current = fetching;
    try {
      return findAddress(await current, name, issuer);
    } catch (error) {
      if (fetching === current) fetching = null;
      throw error;
    }
  };
}

async function fetchConfiguration(issuer: string): Promise<Record<string, unknown>> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const { status, body } = await fetchJson(address);
  const configuration = Object(body) as Record<string, unknown>;
  // A configuration that names another issuer is not this provider's.
  if (status !== 200 || configuration["issuer"] !== issuer) throw unavailable();
  return configuration;
}

function findAddress(configuration: Record<string, unknown>, name: Named, issuer: string): string {
  const address = configuration[name];
  if (typeof address !== "string" || !URL.canParse(address)) throw unavailable();
  // An https provider must not refer us to an address where anybody could answer.
  const secure = new URL(issuer).protocol === "https:";
  if (secure && new URL(address).protocol !== "https:") throw unavailable();
  return address;
}

/** Sends one request to the provider, within a time and size limit. */
export async function fetchJson(
  address: string,
  init: Pick<RequestInit, "method" | "body"> = {},
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(address, {
      ...init,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: "application/json" },
    });
    const { status, ok } = response;
    // Error responses may have another format, so their bodies aren't parsed.
    const body: unknown = ok ? await limitBody(response, MAX_BODY_BYTES).json() : null;
    if (!ok) await response.body?.cancel();
    return { status, body };
  } catch {
    throw unavailable();
  }
}

/**
 * Error while the provider is unreachable and users can't be identified. Its response is not quoted, because it may
 * contain a secret.
 */
export function unavailable(): HttpError {
  const message =
    "the identity provider can't be reached, or its keys and addresses can't be read, so nobody can sign in and no token can be checked now: try again soon";
  return new HttpError(503, "identity_provider_unavailable", message, { retryAfter: 5 });
}
