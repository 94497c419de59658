import { packageFile } from "../../package-file.ts";
import type { EmbeddedVariant } from "./variants.ts";

/** Where a network's weights lie, from the sources as well as from the built package. */
export function weightsOf(variant: EmbeddedVariant): URL {
  return packageFile(`weights/${variant}.safetensors`);
}
