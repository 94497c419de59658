import { isWebPage, limitBody } from "@rostrum/runtime/models";
import { lmStudioUrl, ollamaUrl, providerFetch } from "@rostrum/runtime/registry";

export interface LocalServer {
  name: string;
  url: string;
  /** Model ids as a config needs them. */
  models: string[];
}

interface KnownServer {
  name: string;
  url(): string;
  id(model: string, url: string): string;
}

const formatCompatId = (model: string, url: string): string => `compat:${model}@${url}`;

/** Default addresses of well-known servers, none of which needs a key. */
const KNOWN_SERVERS: readonly KnownServer[] = [
  { name: "Ollama", url: ollamaUrl, id: (model) => `ollama/${model}` },
  { name: "LM Studio", url: lmStudioUrl, id: (model) => `lmstudio/${model}` },
  { name: "llama.cpp", url: () => "http://127.0.0.1:8080/v1", id: formatCompatId },
  // Announced as the future default port.
  { name: "llama.cpp", url: () => "http://127.0.0.1:9931/v1", id: formatCompatId },
  { name: "vLLM", url: () => "http://127.0.0.1:8000/v1", id: formatCompatId },
];

const TIMEOUT_MS = 500;

/** Looks for servers at the default addresses. Free of cost; a closed port is not an error. */
export async function findLocalServers(): Promise<LocalServer[]> {
  const servers = await Promise.all(
    KNOWN_SERVERS.map(async ({ name, url: getUrl, id }) => {
      const url = resolveUrl(getUrl);
      if (url === null) return null;
      const offer = await fetchOffer(url);
      if (!("models" in offer)) return null;
      return { name, url, models: offer.models.map((model) => id(model, url)) };
    }),
  );
  return servers.filter((server) => server !== null);
}

/** Null when the variable with the address was refused, because its file isn't trusted. */
function resolveUrl(getUrl: () => string): string | null {
  try {
    return getUrl();
  } catch {
    return null;
  }
}

/** Models that a server offers, or the HTTP status of its refusal; 200 for a web page, 0 if nothing answers. */
export type Offer = { models: string[] } | { status: number };

/** Upper bound of a model list's size. */
export const MAX_LIST_BYTES = 8_000_000;

export async function fetchOffer(url: string, key?: string): Promise<Offer> {
  try {
    const response = await providerFetch(`${url}/models`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // A redirect could carry the key to another address.
      redirect: "error",
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    });
    if (!response.ok || isWebPage(response.headers)) return { status: response.status };
    const { data } = (await limitBody(response, MAX_LIST_BYTES).json()) as { data?: unknown };
    return Array.isArray(data) ? { models: data.flatMap(readName) } : NO_ANSWER;
  } catch {
    return NO_ANSWER;
  }
}

const NO_ANSWER: Offer = { status: 0 };

function readName(entry: unknown): string[] {
  const id = (entry as { id?: unknown } | null)?.id;
  return typeof id === "string" ? [id] : [];
}
