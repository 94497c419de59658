import { lmStudioUrl, ollamaUrl } from "./providers.ts";

/** A model server that needs no key. */
export interface LocalServer {
  name: string;
  url: string;
  /** Ids of its models, ready for a config. */
  models: string[];
}

interface Place {
  name: string;
  url(): string;
  id(model: string, url: string): string;
}

const byAddress = (model: string, url: string): string => `compat:${model}@${url}`;
const onPort = (port: number) => (): string => `http://127.0.0.1:${port}/v1`;

/** The usual places of the usual servers. */
const PLACES: readonly Place[] = [
  { name: "Ollama", url: ollamaUrl, id: (model) => `ollama/${model}` },
  { name: "LM Studio", url: lmStudioUrl, id: (model) => `lmstudio/${model}` },
  { name: "llama.cpp", url: onPort(8080), id: byAddress },
  { name: "vLLM", url: onPort(8000), id: byAddress },
];

const PATIENCE_MS = 500;

/** Asks the usual places for their models. Costs nothing; a closed port is no error. */
export async function findLocalServers(): Promise<LocalServer[]> {
  const found = await Promise.all(
    PLACES.map(async ({ name, url: place, id }) => {
      const url = place();
      const models = await modelsAt(url);
      return models && { name, url, models: models.map((model) => id(model, url)) };
    }),
  );
  return found.filter((server) => server !== null);
}

/** Names of the models that a server offers; `null` when none answers there. */
export async function modelsAt(url: string, key?: string): Promise<string[] | null> {
  try {
    const response = await fetch(`${url}/models`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      // A redirect could carry the key to another address.
      redirect: "error",
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    });
    if (!response.ok) return null;
    const body = (await response.json()) as { data?: unknown };
    if (!Array.isArray(body.data)) return null;
    return body.data.flatMap((entry: unknown) => {
      const id = (entry as { id?: unknown } | null)?.id;
      return typeof id === "string" ? [id] : [];
    });
  } catch {
    return null;
  }
}
