import type { ModelId } from "./parse-id.ts";
import { providers } from "./providers.ts";

/** Variables that may hold the key for an id, the usual one first. */
export function keyVariables({ provider, url }: ModelId): readonly string[] {
  return url === undefined ? (providers[provider]?.keys ?? []) : compatVariables(url);
}

/** The key for an id, from its own variables only. */
export function keyFor(id: ModelId): string | undefined {
  for (const variable of keyVariables(id)) {
    const value = process.env[variable];
    if (value !== undefined && value !== "") return value;
  }
  return undefined;
}

/**
 * A server given by address has a variable of its own, named after it: `ROSTRUM_KEY_API_EXAMPLE_COM`,
 * or with its port `ROSTRUM_KEY_LOCALHOST_8000`. So no key can be sent to an address it isn't for.
 */
function compatVariables(url: string): string[] {
  const { host, hostname } = new URL(url);
  const named = (text: string): string =>
    `ROSTRUM_KEY_${text.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_").replaceAll(/^_|_$/g, "")}`;
  return [...new Set([named(host), named(hostname)])];
}
