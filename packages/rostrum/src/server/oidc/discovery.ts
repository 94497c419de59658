const TIMEOUT_MS = 5000;
const MOST_BYTES = 512 * 1024;

type Named = "jwks_uri" | "authorization_endpoint" | "token_endpoint";

/** Addresses that the provider's configuration names. It is fetched again until it is there. */
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
  if (status !== 200) throw new Error(`it answered with ${status}`);
  const found = Object(body) as Record<string, unknown>;
  if (found["issuer"] !== issuer) throw new Error("its configuration names another issuer");
  return found;
}

function findAddress(found: Record<string, unknown>, name: Named, issuer: string): string {
  const address = found[name];
  if (typeof address !== "string" || !URL.canParse(address)) {
    throw new Error(`its configuration has no ${name}`);
  }
  // An https provider must not refer us to an address where anybody could answer.
  if (new URL(issuer).protocol === "https:" && new URL(address).protocol !== "https:") {
    throw new Error(`its ${name} is not on https`);
  }
  return address;
}

/** One request to the provider, within a time and a size. */
export async function fetchJson(
  address: string,
  init: Pick<RequestInit, "method" | "body"> = {},
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(address, {
    ...init,
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: "application/json" },
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error("its answer is too long");
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  // What went wrong may be said in another form.
  const body: unknown = response.ok ? JSON.parse(text) : null;
  return { status: response.status, body };
}
