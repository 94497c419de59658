import type { KernelFactory } from "./core/kernel.ts";
import { createNetwork, type Network } from "./core/network.ts";
import { plainKernel } from "./core/plain-kernel.ts";
import type { EmbeddedVariant } from "./ids.ts";
import { loadFile } from "./load-file.ts";
import { locateWeights } from "./location.ts";
import { wasmKernel } from "./wasm/wasm-kernel.ts";

/** The fast kernel where it runs, the plain one elsewhere. */
export const bestKernel: KernelFactory = (floats, pass) =>
  wasmKernel(floats, pass) ?? plainKernel(floats, pass);

const loaded = new Map<EmbeddedVariant, Promise<Network>>();

/** This thread's copy of a network, loaded when it is first needed. */
export function loadNetwork(variant: EmbeddedVariant): Promise<Network> {
  let network = loaded.get(variant);
  if (network === undefined) {
    network = loadFile(locateWeights(variant)).then((file) => createNetwork(file, bestKernel));
    loaded.set(variant, network);
    // A failed load may work the next time.
    network.catch(() => loaded.delete(variant));
  }
  return network;
}
