import { ConfigError } from "@rostrum/core/support";
import { environmentVariables } from "../../node-builtins.ts";

/** Variables that must not be used, with the reason. */
const refused = new Map<string, string>();

/**
 * Reads a variable with a provider's address. All of them are read here, so that a refused one is never silently
 * ignored: the prompt would go to the default address instead, which the user may not want either.
 */
export function readAddressVariable(name: string): string | undefined {
  const reason = refused.get(name);
  if (reason !== undefined) throw new ConfigError(name, reason);
  return environmentVariables()[name];
}

/** Replaces the refused variables. `refusals` has the reason for each. */
export function refuseAddressVariables(refusals: ReadonlyMap<string, string>): void {
  refused.clear();
  for (const [name, reason] of refusals) refused.set(name, reason);
}
