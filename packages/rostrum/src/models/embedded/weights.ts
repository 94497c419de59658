import { packageFile } from "../../package-file.ts";
import type { EmbeddedVariant } from "./variants.ts";

/** The location of a network's weights, in the sources as well as in the built package. */
export function weightsOf(variant: EmbeddedVariant): URL {
  return packageFile(`weights/${variant}.safetensors`);
}
