interface NodeModules {
  "node:fs/promises": typeof import("node:fs/promises");
  "node:os": typeof import("node:os");
  "node:worker_threads": typeof import("node:worker_threads");
}

/**
 * Returns a Node module, or `undefined` in browsers and most edge runtimes. Looked up instead of imported: a bundler for
 * browsers couldn't resolve the import, even if it never ran.
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
