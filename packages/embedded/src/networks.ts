import type { KernelFactory } from "./core/kernel.ts";
import { createNetwork, type Network } from "./core/network.ts";
import { plainKernel } from "./core/plain-kernel.ts";
import type { EmbeddedVariant } from "./ids.ts";
import { loadFile } from "./load-file.ts";
import { locateWeights } from "./location.ts";
import { wasmKernel } from "./wasm/wasm-kernel.ts";

/** WebAssembly if available, else the plain kernel. */
export const bestKernel: KernelFactory = (floats, pass) =>
  wasmKernel(floats, pass) ?? plainKernel(floats, pass);

const networkCache = new Map<EmbeddedVariant, Promise<Network>>();

/** Returns this thread's copy of a network, which is loaded on first use. */
export function loadNetwork(variant: EmbeddedVariant): Promise<Network> {
  let network = networkCache.get(variant);
  if (network === undefined) {
    network = loadFile(locateWeights(variant)).then((file) => createNetwork(file, bestKernel));
    networkCache.set(variant, network);
    // Forget a failed load, so that the next call retries.
    network.catch(() => networkCache.delete(variant));
  }
  return network;
}
