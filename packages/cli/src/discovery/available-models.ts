import { findKey, providers } from "@rostrum/core/registry";
import { ConfigError } from "@rostrum/core/support";
import { findLocalServers, type LocalServer } from "./local-servers.ts";

/** A provider whose key is set, and the models that it offers. */
export interface KeyedProvider {
  name: string;
  title: string;
  listing: Listing;
}

/** What is available for a debate on this machine. */
export interface AvailableModels {
  keyed: KeyedProvider[];
  servers: LocalServer[];
}

/** Looks for keys in the environment and for servers on this machine. Spends nothing. */
export async function findAvailableModels(): Promise<AvailableModels> {
  const [keyed, servers] = await Promise.all([
    Promise.all(
      Object.entries(providers).flatMap(([name, { title, keys }]) => {
        const key = keys.length === 0 ? undefined : findKey({ provider: name, model: "" });
        if (key === undefined) return [];
        return [listProviderModels(name, key).then((listing) => ({ name, title, listing }))];
      }),
    ),
    findLocalServers(),
  ]);
  return { keyed, servers };
}

/** A model that a provider offers, as its own list says. */
export interface ListedModel {
  id: string;
  /** Seconds since 1970, if the list says so. */
  created: number;
}

interface ModelList {
  /** Under the provider's address. */
  path: string;
  /** The provider's own way to take a key. */
  headers(key: string): Record<string, string>;
}

/** Where providers list their models, if it isn't the usual path. Asking is free, and each key goes only to its own provider. */
const LISTS: Readonly<Record<string, ModelList>> = {
  anthropic: {
    path: "/models?limit=1000",
    headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  },
  google: { path: "/models?pageSize=1000", headers: (key) => ({ "x-goog-api-key": key }) },
};

/** As OpenAI does it, and every host that speaks its protocol. */
const USUAL: ModelList = {
  path: "/models",
  headers: (key) => ({ authorization: `Bearer ${key}` }),
};

const PATIENCE_MS = 5000;

export type Listing = { models: ListedModel[] } | { problem: string };

/** Asks a provider which models it has. Never rejects: a problem is part of the result. */
export async function listProviderModels(
  provider: string,
  key: string,
  request: typeof fetch = fetch,
): Promise<Listing> {
  const list = LISTS[provider] ?? USUAL;
  try {
    const home = providers[provider]?.home?.();
    if (home === undefined) return { problem: "it has no list of models" };
    const response = await request(`${home}${list.path}`, {
      headers: list.headers(key),
      signal: AbortSignal.timeout(PATIENCE_MS),
      // A redirect could carry the key to another address.
      redirect: "error",
    });
    const { status } = response;
    if (status === 401 || status === 403)
      return { problem: `the key was refused (status ${status})` };
    if (!response.ok) return { problem: `it answered with status ${status}` };
    return { models: readModels(await response.json()) };
  } catch (error) {
    if (error instanceof ConfigError) return { problem: error.message };
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    return { problem: timedOut ? "it did not answer in time" : "it could not be reached" };
  }
}

/** `data` with `id`, or Google's `models` with `name`. */
function readModels(body: unknown): ListedModel[] {
  const { data, models } = (body ?? {}) as { data?: unknown; models?: unknown };
  const entries: unknown[] = Array.isArray(data) ? data : Array.isArray(models) ? models : [];
  return entries.flatMap((entry) => {
    const { id, name, created, created_at: at } = (entry ?? {}) as Record<string, unknown>;
    const found =
      typeof id === "string"
        ? id
        : typeof name === "string"
          ? name.replace(/^models\//, "")
          : undefined;
    if (found === undefined) return [];
    const seconds =
      typeof created === "number" ? created : typeof at === "string" ? Date.parse(at) / 1000 : 0;
    return [{ id: found, created: Number.isFinite(seconds) ? seconds : 0 }];
  });
}
