import { ConfigError } from "@rostrum/core/support";
import { environmentVariables } from "../../node-builtins.ts";

/** Variables that must not count, with the reason. */
const refused = new Map<string, string>();

/**
 * A variable that says where a provider is reached. All of them are read here, so that none that was refused is passed
 * over in silence: the prompt would go to the usual address instead, which may not be what was meant either.
 */
export function readAddressVariable(name: string): string | undefined {
  const reason = refused.get(name);
  if (reason !== undefined) throw new ConfigError(name, reason);
  return environmentVariables()[name];
}

/** From here on these variables count as refused, and no others. `refusals` has the reason for each. */
export function refuseAddressVariables(refusals: ReadonlyMap<string, string>): void {
  refused.clear();
  for (const [name, reason] of refusals) refused.set(name, reason);
}
