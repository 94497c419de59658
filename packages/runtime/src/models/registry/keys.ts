import { environmentVariables } from "../../node-builtins.ts";
import type { ModelId } from "./parse-id.ts";
import { providers } from "./providers.ts";

/** Variables that may hold the key for an id, the usual one first. */
export function listKeyVariables({ provider, url }: ModelId): readonly string[] {
  return url === undefined ? (providers[provider]?.keys ?? []) : listCompatVariables(url);
}

/** The key for an id, from its own variables only. */
export function findKey(id: ModelId): string | undefined {
  for (const variable of listKeyVariables(id)) {
    const value = environmentVariables()[variable];
    if (value !== undefined && value !== "") return value;
  }
  return undefined;
}

/**
 * A server given by address has its own variable, named after it: `ROSTRUM_KEY_API_EXAMPLE_COM`, or with
 * its port `ROSTRUM_KEY_LOCALHOST_8000`. So no key can be sent to an address that it isn't for. A hyphen
 * becomes two underscores, because `api-example.com` and `api.example.com` may have different owners.
 */
function listCompatVariables(url: string): string[] {
  const { host, hostname } = new URL(url);
  return [...new Set([host, hostname].map(nameVariable))];
}

/** Prefix of variables with keys of servers given by address. */
export const COMPAT_KEY_PREFIX = "ROSTRUM_KEY_";

function nameVariable(host: string): string {
  const name = host
    .replaceAll(/[[\]]/g, "")
    .replaceAll("-", "__")
    .replaceAll(/[^a-z0-9_]/gi, "_");
  return `${COMPAT_KEY_PREFIX}${name.toUpperCase()}`;
}
