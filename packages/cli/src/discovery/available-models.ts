import { describeNetworkError, findKey, providerFetch, providers } from "@rostrum/runtime/registry";
import { isWebPage, limitBody, WEB_PAGE } from "@rostrum/runtime/models";
import { ConfigError, omitUndefined } from "@rostrum/core/support";
import { readModelList, type ListedModel } from "./listed-model.ts";
import { findLocalServers, MAX_LIST_BYTES, type LocalServer } from "./local-servers.ts";

/** A provider whose key is set, and the models that it offers. */
export interface KeyedProvider {
  name: string;
  title: string;
  /** "http://127.0.0.1:8080/v1 (OPENAI_BASE_URL)". Missing where no variable says where the provider is. */
  address?: string;
  listing: Listing;
}

/** Models that a debate on this machine can use. */
export interface AvailableModels {
  keyed: KeyedProvider[];
  servers: LocalServer[];
}

/** Looks for keys in the environment and for model servers on this machine. Free of cost. */
export async function findAvailableModels(): Promise<AvailableModels> {
  const [keyed, servers] = await Promise.all([
    Promise.all(
      Object.entries(providers).flatMap(([name, provider]) => {
        const key = provider.keys.length === 0 ? undefined : findKey({ provider: name, model: "" });
        if (key === undefined) return [];
        const { title } = provider;
        const address = findAddress(name);
        return [
          listProviderModels(name, key).then((listing) => ({
            name,
            title,
            ...omitUndefined({ address }),
            listing,
          })),
        ];
      }),
    ),
    findLocalServers(),
  ]);
  return { keyed, servers };
}

/** A provider's name, with its address if the environment chose it: that is where the key goes. */
export function locateProvider({
  title,
  address,
}: Pick<KeyedProvider, "title" | "address">): string {
  return address === undefined ? title : `${title} at ${address}`;
}

/** Variable that chooses a provider's address. */
export function findAddressVariable(provider: string): string | undefined {
  return providers[provider]?.addresses?.find((name) => process.env[name]?.trim());
}

/** Address of a provider, if a variable chooses it. */
export function findAddress(provider: string): string | undefined {
  const variable = findAddressVariable(provider);
  const home = providers[provider]?.baseUrl;
  if (variable === undefined || home === undefined) return undefined;
  try {
    const { origin, pathname } = new URL(home());
    return `${origin}${pathname.replace(/\/+$/, "")} (${variable})`;
  } catch {
    // The listing reports what is wrong with the address.
    return undefined;
  }
}

interface ModelList {
  /** Relative to the provider's address. */
  path: string;
  /** Authentication headers of this provider. */
  headers(key: string): Record<string, string>;
}

/**
 * Providers with an unusual model list, or the reason why they have none. Listing is free, and each key is sent only
 * to its own provider.
 */
const MODEL_LISTS: Readonly<Record<string, ModelList | string>> = {
  anthropic: {
    path: "/models?limit=1000",
    headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  },
  google: { path: "/models?pageSize=1000", headers: (key) => ({ "x-goog-api-key": key }) },
  azure: "it doesn't list your deployments: name them as azure/<deployment>",
};

/** Model list of OpenAI and every host that is compatible with it. */
const USUAL_LIST: ModelList = {
  path: "/models",
  headers: (key) => ({ authorization: `Bearer ${key}` }),
};

const TIMEOUT_MS = 5000;

export type Listing = { models: ListedModel[] } | ListingProblem;

export interface ListingProblem {
  problem: string;
  /** True if a variable of the environment is wrong, and not the provider. */
  isSetting?: boolean;
  /** True if the provider refused the key or can't be reached, so that no call can succeed now. */
  isUnusable?: boolean;
}

/** Lists a provider's models. Never rejects: problems are part of the result. */
export async function listProviderModels(
  provider: string,
  key: string,
  request: typeof fetch = providerFetch,
): Promise<Listing> {
  const list = MODEL_LISTS[provider] ?? USUAL_LIST;
  if (typeof list === "string") return { problem: list };
  const variable = findAddressVariable(provider);
  try {
    const home = providers[provider]?.baseUrl?.();
    if (home === undefined) return { problem: "it has no list of models" };
    if (!URL.canParse(home)) {
      // A password in it stays secret.
      const actual = home.includes("@") ? "it" : `"${home}"`;
      const problem = `${variable}: ${actual} is not an address. Write one such as https://example.com/v1`;
      return { problem, isSetting: true };
    }
    const response = await request(`${home}${list.path}`, {
      headers: list.headers(key),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // A redirect could carry the key to another address.
      redirect: "error",
    });
    const { status } = response;
    if (status === 401 || status === 403)
      return { problem: `the key was refused (status ${status})`, isUnusable: true };
    if (!response.ok) return { problem: `it answered with status ${status}` };
    if (isWebPage(response.headers)) return { problem: WEB_PAGE };
    return { models: readModelList(await limitBody(response, MAX_LIST_BYTES).json(), provider) };
  } catch (error) {
    if (error instanceof ConfigError) {
      // Some messages begin with the variable's name themselves.
      const { field: name, message } = error;
      return { problem: message.replace(`${name}: ${name} `, `${name} `), isSetting: true };
    }
    if (error instanceof SyntaxError)
      return { problem: "it answered with something else than JSON" };
    const advice = adviseAddress(variable);
    const problem = [describeNetworkError(error), advice].filter(Boolean).join(". ");
    return { problem, isUnusable: true };
  }
}

/** Advice about a server that can't be reached and whose address a variable chose. Empty without one. */
export function adviseAddress(variable: string | undefined): string {
  return variable === undefined ? "" : `Check that the server is running, or unset ${variable}.`;
}
