export { embeddedModel, embeddedModels, type EmbeddedOptions } from "./embedded-model.ts";
export { whyNotArithmetic } from "./words/read-question.ts";
export { parseEmbeddedId } from "./ids.ts";
export { VARIANTS, type EmbeddedVariant } from "./variants.ts";
