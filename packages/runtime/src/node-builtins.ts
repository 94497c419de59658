/*
 * Access to Node's modules without imports. No module that the root entry reaches imports them, statically or
 * dynamically, because a bundler for browsers could not resolve the import even if it never ran. They are looked up
 * when they are used. Bun and Deno have them too.
 */
import { ConfigError } from "@rostrum/core/support";

interface NodeModules {
  "node:child_process": typeof import("node:child_process");
  "node:fs": typeof import("node:fs");
  "node:fs/promises": typeof import("node:fs/promises");
  "node:module": typeof import("node:module");
  "node:os": typeof import("node:os");
  "node:path": typeof import("node:path");
  "node:sqlite": typeof import("node:sqlite");
  "node:util": typeof import("node:util");
  "node:worker_threads": typeof import("node:worker_threads");
  "node:zlib": typeof import("node:zlib");
  "node:crypto": typeof import("node:crypto");
  "node:dns": typeof import("node:dns");
  "node:http": typeof import("node:http");
  "node:https": typeof import("node:https");
  "node:net": typeof import("node:net");
}

/** Returns a Node module, or `undefined` in browsers and most edge runtimes. */
export function nodeModuleIfAny<Name extends keyof NodeModules>(
  name: Name,
): NodeModules[Name] | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.(name);
  } catch {
    // Next's edge runtime has the function, but it always throws.
    return undefined;
  }
}

/** Returns a Node module, or throws a `ConfigError` about `feature`. */
export function nodeModule<Name extends keyof NodeModules>(
  name: Name,
  feature: string,
): NodeModules[Name] {
  const builtin = nodeModuleIfAny(name);
  if (builtin !== undefined) return builtin;
  throw new ConfigError(
    feature,
    `needs Node 22.16 or later, Bun or Deno; this runtime has no ${name}`,
  );
}

/** Environment variables. Empty in a browser. */
export function environmentVariables(): Readonly<Record<string, string | undefined>> {
  return globalThis.process?.env ?? {};
}
