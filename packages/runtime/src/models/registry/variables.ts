import { environmentVariables } from "../../node-builtins.ts";
import { COMPAT_KEY_PREFIX, findKey, listKeyVariables } from "./keys.ts";
import { isCompatId, parseModelId, type ModelId } from "./parse-id.ts";
import { PROXY_VARIABLES } from "./provider-fetch.ts";
import { providers } from "./providers.ts";

/**
 * Names of the variables by which providers are reached: keys, addresses and proxies. A program that passes only named
 * variables to rostrum must pass all of these: without its address, a gateway's key would go to the provider itself.
 */
export function listProviderVariables(): string[] {
  const compatKeys = Object.keys(environmentVariables()).filter((name) =>
    name.startsWith(COMPAT_KEY_PREFIX),
  );
  return [...listFixedProviderVariables(), ...compatKeys];
}

/** Variables with the key and the address of a model, by its id; none for a function, a program or a person. */
export function listModelVariables(id: string): string[] {
  const parsed = parseProviderId(id);
  if (parsed === null) return [];
  const addresses = providers[parsed.provider]?.addresses ?? [];
  return [...listKeyVariables(parsed), ...addresses];
}

/** True if a key is set that a model, by its id, is called with. */
export function hasKey(id: string): boolean {
  const parsed = parseProviderId(id);
  return parsed !== null && findKey(parsed) !== undefined;
}

/** Null for a function, a program or a person. */
function parseProviderId(id: string): ModelId | null {
  const [provider = ""] = id.split("/", 1);
  return isCompatId(id) || Object.hasOwn(providers, provider) ? parseModelId(id, "model") : null;
}

/** Like listProviderVariables, without the keys of servers given by address: their names depend on the machine. */
export function listFixedProviderVariables(): string[] {
  const all = Object.values(providers);
  return [
    ...all.flatMap(({ keys }) => keys),
    ...all.flatMap(({ addresses = [] }) => addresses),
    ...PROXY_VARIABLES,
  ];
}
