import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { findTrustState, isCi, type TrustRequest } from "./trust/require-trust.ts";

export const ENV_FILE = ".env";

/** What became of the variables in the file, by name. */
export interface EnvFileOutcome {
  /** Set from the file. */
  taken: readonly string[];
  /** Not set, because they say where prompts go and the file is not trusted with that. */
  refused: readonly string[];
}

let outcome: EnvFileOutcome = { taken: [], refused: [] };

export function getEnvFileOutcome(): EnvFileOutcome {
  return outcome;
}

/**
 * Reads keys from `.env` in the current folder only. Variables that are already set stay. A variable that says where a
 * provider is reached counts only if the file is trusted with it: a folder from a stranger must not send your prompts and
 * keys to their address. Other variables, such as Node's own, are ignored.
 *
 * A stranger's key would have prompts answered, and kept, in their account. Where nobody chose the folder with the file in
 * mind, in CI and where an agent starts us, the file is read only with `--trust`.
 */
export async function readEnvFile(
  isGranted: boolean | undefined,
  isStartedByAgent: boolean,
): Promise<void> {
  const { providers, refuseAddressVariables } = await import("@rostrum/core/registry");
  const isRead = isGranted === true || !(isStartedByAgent || isCi());
  const file = isRead ? await readEnvRequest() : null;
  const isTrusted = file !== null && (isGranted === true || findTrustState(file) === "trusted");
  const keys = new Set(Object.values(providers).flatMap((provider) => provider.keys));
  const taken: string[] = [];
  const refused = new Map<string, string>();
  for (const [name, value] of Object.entries(file?.variables ?? {})) {
    const isAddress = file?.permissions.some(({ path }) => path === name) === true;
    if (process.env[name] !== undefined) continue;
    if (isAddress && !isTrusted) refused.set(name, explainRefusal(name, file?.path ?? ""));
    else if (isAddress || keys.has(name) || name.startsWith("ROSTRUM_KEY_")) {
      process.env[name] = value;
      taken.push(name);
    }
  }
  refuseAddressVariables(refused);
  outcome = { taken, refused: [...refused.keys()] };
}

function explainRefusal(name: string, path: string): string {
  const how = isCi()
    ? "set it outside the file, or add --trust"
    : 'run "rostrum trust" there, add --trust for this run, or set it outside the file';
  return `${name} in ${path} says where prompts go, and that file is not trusted: if it is yours, ${how}`;
}

/** The file with its variables, and those that need trust. `text` is what is remembered: not the keys. */
export interface EnvRequest extends TrustRequest {
  variables: Record<string, string | undefined>;
}

/** `null`: there is no file that can be read. */
export async function readEnvRequest(): Promise<EnvRequest | null> {
  const path = join(process.cwd(), ENV_FILE);
  const variables = readVariables(path);
  if (variables === null) return null;
  const { providers } = await import("@rostrum/core/registry");
  const addresses = Object.values(providers).flatMap((provider) => provider.addresses ?? []);
  const found = addresses.flatMap((name) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return value === undefined ? [] : [{ path: name, need: "address" as const, what: value }];
  });
  return { path, text: JSON.stringify(found), permissions: found, variables };
}

function readVariables(path: string): Record<string, string | undefined> | null {
  try {
    // Anything else, such as a pipe, could be read forever.
    return statSync(path).isFile() ? parseEnv(readFileSync(path, "utf8")) : null;
  } catch {
    return null;
  }
}
