/** The networks in the package: three small ones of the same shape, trained from three seeds, and a larger one. */
export const VARIANTS = ["xs-1", "xs-2", "xs-3", "m"] as const;
export type EmbeddedVariant = (typeof VARIANTS)[number];

/**
 * Where the weights lie, from the sources as well as from the built package. Written out one by one,
 * so that bundlers recognise them as files to take along.
 */
export const WEIGHTS: Readonly<Record<EmbeddedVariant, URL>> = {
  "xs-1": new URL("../../../weights/xs-1.safetensors", import.meta.url),
  "xs-2": new URL("../../../weights/xs-2.safetensors", import.meta.url),
  "xs-3": new URL("../../../weights/xs-3.safetensors", import.meta.url),
  m: new URL("../../../weights/m.safetensors", import.meta.url),
};
