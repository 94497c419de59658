export { keyFor, keyVariables } from "./keys.ts";
export { findLocalServers, modelsAt, type LocalServer } from "./local-servers.ts";
export { modelFromId } from "./model-from-id.ts";
export { parseModelId, splitCount, type ModelId } from "./parse-id.ts";
export { contextWindow, pricingFor } from "./prices.ts";
export { providers, type Provider } from "./providers.ts";
