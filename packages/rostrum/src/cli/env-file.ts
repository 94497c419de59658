import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

export const ENV_FILE = ".env";

/** Names of the variables that were read from the file. */
let taken: readonly string[] = [];

export function listEnvFileVariables(): readonly string[] {
  return taken;
}

/**
 * Reads keys from `.env` in the current folder only. Variables that are already set stay. A variable that changes a
 * provider's address is read only if that provider's key isn't set outside the file: a folder from a stranger must not
 * send your key to their address. Other variables, such as Node's own, are ignored.
 */
export async function readEnvFile(folder: string = process.cwd()): Promise<void> {
  taken = [];
  const path = join(folder, ENV_FILE);
  if (!existsSync(path)) return;
  let found: Record<string, string | undefined>;
  try {
    found = parseEnv(readFileSync(path, "utf8"));
  } catch {
    return;
  }
  const { providers } = await import("../models/registry/index.ts");
  const names = new Set(["OLLAMA_HOST"]);
  for (const { keys, addresses = [] } of Object.values(providers)) {
    for (const name of keys) names.add(name);
    if (!keys.some((name) => process.env[name])) for (const name of addresses) names.add(name);
  }
  taken = Object.keys(found).filter((name) => {
    const wanted = names.has(name) || name.startsWith("ROSTRUM_KEY_");
    return wanted && process.env[name] === undefined;
  });
  for (const name of taken) process.env[name] = found[name];
}
