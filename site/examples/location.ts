/** The networks on the site: their weights are those of the playground. */
export function locateWeights(variant: string): URL {
  return new URL(`../play/weights/${variant}.safetensors`, import.meta.url);
}

export function locateWorker(): URL {
  throw new Error("there are no worker threads here");
}
