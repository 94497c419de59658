export { embeddedModel, embeddedModels, type EmbeddedOptions } from "./embedded-model.ts";
export { parseEmbeddedId } from "./ids.ts";
export { VARIANTS, type EmbeddedVariant } from "./variants.ts";
