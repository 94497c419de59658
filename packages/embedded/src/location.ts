/*
 * Locates the weights and the worker's program. The build keeps this module and the worker side by side as
 * `dist/embedded-location.js` and `dist/embedded-worker.js`, and copies the weights to `weights`, one folder up as in the
 * sources. Other modules may end up in a chunk elsewhere. URLs are built as text, because bundlers copy every file that
 * `new URL(…, import.meta.url)` could refer to.
 */
import type { EmbeddedVariant } from "./ids.ts";

const MODULE_URL = import.meta.url as string | undefined;

/** The location of a network's weights. */
export function locateWeights(variant: EmbeddedVariant): URL {
  return resolveFromModule(`../weights/${variant}.safetensors`);
}

/** The location of the program that a worker thread runs. */
export function locateWorker(): URL {
  return resolveFromModule(MODULE_URL?.endsWith(".ts") ? "worker.ts" : "embedded-worker.js");
}

function resolveFromModule(path: string): URL {
  // Some runtimes don't tell a bundle its URL.
  const address = `${(MODULE_URL ?? "").replace(/[^/]*(?:\?.*)?$/, "")}${path}`;
  if (URL.canParse(address)) return new URL(address);
  throw new Error(
    `can't find ${path}: import.meta.url isn't set. ` +
      "Bundle this code as an ES module, and serve the file next to it.",
  );
}
