import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { findTrustState, isCi, type TrustRequest } from "./trust/require-trust.ts";

export const ENV_FILE = ".env";

/** Names of the file's variables, by what happened to them. */
export interface EnvFileOutcome {
  /** Set from the file. */
  loaded: readonly string[];
  /** Not set, because they decide where prompts are sent and the file is not trusted. */
  refused: readonly string[];
}

let outcome: EnvFileOutcome = { loaded: [], refused: [] };
/** Values that were set from the file, to tell them from those of the environment. */
let loadedValues: ReadonlyMap<string, string> = new Map();

export function getEnvFileOutcome(): EnvFileOutcome {
  return outcome;
}

/**
 * Reads keys from `.env` in the current folder only. Variables that are already set stay. A provider's address is
 * used only if the file is trusted: a stranger's folder must not redirect your prompts and keys. Other variables, such as
 * Node's own, are ignored.
 *
 * With a stranger's key, your prompts would be answered and stored in their account. In CI, and where an agent starts
 * rostrum, nobody chose the folder with this file in mind, so it is read only with `--trust`.
 *
 * Called again, it replaces what it set before. Returns the names of the variables that changed.
 */
export async function readEnvFile(
  isGranted: boolean | undefined,
  isStartedByAgent: boolean,
): Promise<string[]> {
  const { providers, refuseAddressVariables } = await import("@rostrum/runtime/registry");
  const isRead = isGranted === true || !(isStartedByAgent || isCi());
  const file = isRead ? await readEnvRequest() : null;
  const isTrusted = file !== null && (isGranted === true || findTrustState(file) === "trusted");
  const keys = new Set(Object.values(providers).flatMap((provider) => provider.keys));
  for (const [name, value] of loadedValues) {
    if (process.env[name] === value) delete process.env[name];
  }
  const loaded = new Map<string, string>();
  const refused = new Map<string, string>();
  for (const [name, value] of Object.entries(file?.variables ?? {})) {
    const isAddress = file?.permissions.some(({ path }) => path === name) === true;
    if (process.env[name] !== undefined) continue;
    if (isAddress && !isTrusted) refused.set(name, explainRefusal(name, file?.path ?? ""));
    else if (isAddress || keys.has(name) || name.startsWith("ROSTRUM_KEY_")) {
      process.env[name] = value;
      loaded.set(name, value ?? "");
    }
  }
  refuseAddressVariables(refused);
  outcome = { loaded: [...loaded.keys()], refused: [...refused.keys()] };
  const names = new Set([...loadedValues.keys(), ...loaded.keys()]);
  const changed = [...names].filter((name) => loaded.get(name) !== loadedValues.get(name));
  loadedValues = loaded;
  return changed;
}

export function findEnvPath(): string {
  return join(process.cwd(), ENV_FILE);
}

function explainRefusal(name: string, path: string): string {
  const advice = isCi()
    ? "set the variable outside the file, or add --trust"
    : 'run "rostrum trust" there, add --trust for this run, or set the variable outside the file';
  return `${name} in ${path} says where prompts go, and that file is not trusted. If it is yours, ${advice}`;
}

/** The file's variables, and those that need trust. `text`, by which trust is remembered, contains no keys. */
export interface EnvRequest extends TrustRequest {
  variables: Record<string, string | undefined>;
}

/** Null when there is no readable file. */
export async function readEnvRequest(): Promise<EnvRequest | null> {
  const path = findEnvPath();
  const variables = readVariables(path);
  if (variables === null) return null;
  const { providers } = await import("@rostrum/runtime/registry");
  const addresses = Object.values(providers).flatMap((provider) => provider.addresses ?? []);
  const permissions = addresses.flatMap((name) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return value === undefined ? [] : [{ path: name, need: "address" as const, what: value }];
  });
  return { path, text: JSON.stringify(permissions), permissions, variables };
}

/** Says what `.env` is for, where somebody has put something else into it. */
export const ENV_FILE_PURPOSE =
  "rostrum takes only the keys and addresses of providers from this file";

/** Variables with a value that have it only in the folder's `.env`: rostrum has not taken it from there. */
export function listIgnoredVariables(): string[] {
  const entries = Object.entries(readVariables(findEnvPath()) ?? {});
  return entries.flatMap(([name, value = ""]) =>
    value !== "" && (process.env[name] ?? "") === "" ? [name] : [],
  );
}

function readVariables(path: string): Record<string, string | undefined> | null {
  try {
    // Reading a pipe or a device could block forever.
    return statSync(path).isFile() ? parseEnv(readFileSync(path, "utf8")) : null;
  } catch {
    return null;
  }
}
