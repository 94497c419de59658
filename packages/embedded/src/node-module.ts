interface NodeModules {
  "node:fs/promises": typeof import("node:fs/promises");
  "node:os": typeof import("node:os");
  "node:worker_threads": typeof import("node:worker_threads");
}

/**
 * One of Node's modules, or `undefined` in browsers and most edge runtimes. It is looked up and not imported: a
 * bundler for browsers could not resolve the import, even if it would never run.
 */
export function findNodeModule<Name extends keyof NodeModules>(
  name: Name,
): NodeModules[Name] | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.(name);
  } catch {
    // Next's edge runtime has the function, but it only throws.
    return undefined;
  }
}
