/*
 * Where the weights and the worker's program are. The build keeps this module and the worker next to each other as
 * `dist/embedded-location.js` and `dist/embedded-worker.js`, and copies the weights to `weights`: one folder up, as
 * here. Other modules may end up in a chunk elsewhere. Addresses are put together as text: bundlers take
 * `new URL(…, import.meta.url)` as a request to copy every file that could be meant.
 */
import type { EmbeddedVariant } from "./ids.ts";

const HERE = import.meta.url as string | undefined;

/** The location of a network's weights. */
export function locateWeights(variant: EmbeddedVariant): URL {
  return resolveFromHere(`../weights/${variant}.safetensors`);
}

/** The location of the program that a worker thread runs. */
export function locateWorker(): URL {
  return resolveFromHere(HERE?.endsWith(".ts") ? "worker.ts" : "embedded-worker.js");
}

function resolveFromHere(path: string): URL {
  // Some runtimes don't give a bundle its address.
  const address = `${(HERE ?? "").replace(/[^/]*(?:\?.*)?$/, "")}${path}`;
  if (URL.canParse(address)) return new URL(address);
  throw new Error(
    `can't find ${path}: this code doesn't know its own address here. ` +
      "Bundle it as an ES module, which does, and serve the file there.",
  );
}
