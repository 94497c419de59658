/*
 * What the runtime offers. Nothing that the root entry leads to imports Node's modules, neither at once
 * nor later: a bundler for browsers could not resolve the import, even if it would never run. They are
 * looked up where they are used. Bun and Deno have them too.
 */
import { ConfigError } from "./errors.ts";

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

/** One of Node's modules; `undefined` where there is none: in browsers and in most edge runtimes. */
export function nodeModuleIfAny<Name extends keyof NodeModules>(
  name: Name,
): NodeModules[Name] | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.(name);
  } catch {
    // Next's edge runtime has the function, but it only throws.
    return undefined;
  }
}

/** One of Node's modules, for something that can't work without it. */
export function nodeModule<Name extends keyof NodeModules>(
  name: Name,
  what: string,
): NodeModules[Name] {
  const found = nodeModuleIfAny(name);
  if (found !== undefined) return found;
  throw new ConfigError(
    what,
    `needs Node 22.16 or later, Bun or Deno; this runtime has no ${name}`,
  );
}

/** The variables of the environment; none in a browser. */
export function environmentVariables(): Readonly<Record<string, string | undefined>> {
  return globalThis.process?.env ?? {};
}
